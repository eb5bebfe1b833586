import { parseContentType } from '../../../src/http/body.js';
import { httpRequestId } from '../../../src/http/guard.js';

describe('Content-Type', () => {
  it.each([
    ['application/json', 'application/json', undefined],
    ['Text/XML', 'text/xml', undefined],
    ['text/xml; charset=utf-8', 'text/xml', 'utf-8'],
    ['text/xml;charset="ISO-8859-1"', 'text/xml', 'ISO-8859-1'],
    ['text/xml ; version=1 ; CHARSET=us-ascii ', 'text/xml', 'us-ascii'],
    ['application/json; boundary=x', 'application/json', undefined],
    ['', '', undefined],
    [undefined, '', undefined],
  ])('%j is parsed', (header, mediaType, charset) => {
    expect(parseContentType(header)).toEqual({ mediaType, charset });
  });
});

describe('X-Request-Id', () => {
  const made = (): string => 'made';

  it.each(['a', 'A-z.0_9:x', 'x'.repeat(64), '96e74195-d0e0-470e-9a58-c569ad5e96af'])(
    '%s is accepted',
    (id) => {
      expect(httpRequestId(id, made)).toBe(id);
    },
  );

  it.each(['', 'x'.repeat(65), 'a b', 'a\nb', 'a"b', 'é', 'a,b'])('%j is replaced', (id) => {
    expect(httpRequestId(id, made)).toBe('made');
  });

  it('is generated when there is none, or more than one', () => {
    expect(httpRequestId(undefined, made)).toBe('made');
    expect(httpRequestId(['a', 'b'], made)).toBe('made');
  });
});
