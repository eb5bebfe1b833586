import { readEndpointHeaders } from '../../../src/core/events/endpoint-headers.js';

test('headers are read from their lines', () => {
  expect(readEndpointHeaders(['Authorization: Bearer a:b', ' ', 'x-tenant-1:  7 '])).toEqual({
    kind: 'ok',
    headers: { Authorization: 'Bearer a:b', 'x-tenant-1': '7' },
  });
});

test.each([
  ['no colon', ['X-Key'], 'number 1 is none'],
  ['a single word', ['X-Key: 1', 'Host: example.com'], 'number 2 is none'],
  ['the name of a method of the client', ['get: 1'], 'Authorization, or words with hyphens'],
  ['a header of the signature', ['Webhook-Id: 1'], 'must not name Webhook-Id'],
  ['a header of the body', ['content-length: 0'], 'must not name content-length'],
  ['a name twice', ['X-Key: 1', 'x-key: 2'], 'must name x-key once'],
  ['no value', ['X-Key: '], 'give X-Key a value'],
  ['a line break', ['X-Key: tell-nobody\r\nX-Other: 1'], 'give X-Key a value'],
  ['another alphabet', ['X-Key: ключ'], 'give X-Key a value'],
  ['too many', Array.from({ length: 17 }, (_, index) => `X-H-${String(index)}: 1`), 'at most 16'],
])('%s is refused by name', (_what, lines, problem) => {
  const read = readEndpointHeaders(lines);
  expect(read).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(problem) as string });
  expect(JSON.stringify(read)).not.toContain('tell-nobody');
});
