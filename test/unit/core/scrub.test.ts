import fc from 'fast-check';
import { maskAnswer } from '../../../src/core/transactions/mask.js';
import type { JsonObject } from '../../../src/core/wire/json.js';
import { HIDDEN, maskRawAnswer, maskText, scrub, scrubFields } from '../../../src/core/wire/scrub.js';
import { createLog } from '../../../src/platform/log.js';
import { machineClock } from '../../support/machine-clock.js';
import { PAIRED_SECRETS, SENSITIVE_NAMES, SPOKEN_SECRETS } from '../../support/canaries.js';

const PAN = '4111111111111111';
const MASKED = '411111XXXXXX1111';

describe('card numbers', () => {
  it.each([
    [`the card ${PAN} was refused`, `the card ${MASKED} was refused`],
    ['4111 1111 1111 1111', '4111 11XX XXXX 1111'],
    ['4111-1111-1111-1111', '4111-11XX-XXXX-1111'],
    ['378282246310005', '378282XXXXX0005'],
    [`A${PAN}B`, `A${MASKED}B`],
    [`<value>${PAN}</value>`, `<value>${MASKED}</value>`],
  ])('in %j', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it('stay when they are no card numbers: another prefix, or a wrong check digit', () => {
    for (const text of ['1111111111111117', '4111111111111112', '411111111111', '41111111111111111111'])
      expect(scrub(text)).toBe(text);
  });
});

describe('identifiers', () => {
  const digits = (min: number, max: number) =>
    fc.stringMatching(new RegExp(`^[1-9]\\d{${String(min - 1)},${String(max - 1)}}$`));

  it('of requests stay whole in every text, whether they satisfy Luhn or not', () => {
    const requestId = fc.tuple(digits(1, 16), digits(8, 17), digits(1, 20)).map((parts) => parts.join('_'));
    fc.assert(
      fc.property(requestId, (id) => {
        expect(scrub(`request ${id} ended`)).toBe(`request ${id} ended`);
        expect(scrub(`{"requestId":"${id}"}`)).toBe(`{"requestId":"${id}"}`);
      }),
      { numRuns: 2000, seed: 11 },
    );
  });

  it.each(['requestId', 'customer_id', 'cardId', 'tracking_number', 'trackingNumber', 'reference'])(
    'stay by the name of their field: %s',
    (name) => {
      for (const text of [`{"${name}":"${PAN}"}`, `{"${name}":${PAN},"other":1}`])
        expect(scrub(text)).toBe(text);
      const inWords = `{"${name}":"card ${PAN}"}`;
      expect(scrub(inWords)).toBe(`{"${name}":"card ${MASKED}"}`);
      expect(scrubFields({ [name]: `card ${PAN}` })).toEqual({ [name]: `card ${MASKED}` });
      expect(scrubFields({ [name]: Number(PAN) })).toEqual({ [name]: Number(PAN) });
      expect(scrubFields({ [name]: PAN, note: PAN })).toEqual({ [name]: PAN, note: MASKED });
    },
  );

  it('dates, epoch milliseconds, UUIDs and hex ids stay', () => {
    for (const text of ['2026-11-21T20:20:20.123Z', '1795206020123', '41111111-1111-4111-8111-111111111111'])
      expect(scrub(text)).toBe(text);
    expect(scrub('0af7651916cd43dd8448eb211c80319c')).toBe('0af7651916cd43dd8448eb211c80319c');
  });
});

describe('a raw answer', () => {
  const XML = (members: string): string =>
    `<methodResponse><params><param><value><struct>${members}</struct></value></param></params></methodResponse>`;
  const member = (name: string, value: string): string =>
    `<member><name>${name}</name><value>${value}</value></member>`;

  it.each([
    `{"customer_id":${PAN},"response":{"resultCode":1,"trace_id":"${PAN}", "transaction_id" : "${PAN}","a":[{}],"card_id":${PAN}}}`,
    JSON.stringify({
      response: XML(member('trace_id', `<string>${PAN}</string>`) + member('reference', PAN)),
    }),
    JSON.stringify({ a: { b: ['}'] }, request_id: PAN, response: { x: {}, checksum: '4'.repeat(64) } }),
  ])('keeps exempt members in their own place: %s', (raw) => {
    expect(maskRawAnswer(raw)).toBe(raw);
  });

  it.each([
    `{"response":{"resultCode":"x ${PAN}"}}`,
    `{"response":{"zz":{"reference":"${PAN}"}}}`,
    `{"response":{"zz":[{"card_id":${PAN}}]}}`,
    `{"zz":{"response":{"card_id":${PAN}}}}`,
    `{"response":{"trace_id":"card ${PAN}"}}`,
    JSON.stringify({ response: { note: `{"reference":"${PAN}"}` } }),
    JSON.stringify({ response: XML(member('zz', `<struct>${member('trace_id', PAN)}</struct>`)) }),
    JSON.stringify({ response: XML(member('zz', `<array><data><value><struct>${member('trace_id', PAN)}`)) }),
    JSON.stringify({ response: XML(member('trace_id', `card ${PAN}`)) }),
    JSON.stringify({ zz: XML(member('trace_id', PAN)) }),
  ])('masks the rest: %s', (raw) => {
    expect(maskRawAnswer(raw)).toBe(raw.replace(PAN, MASKED));
  });

  it('hides the content of a KLV text in any place', () => {
    for (const raw of ['{"zz":{"transaction_data":"90004CAFE"}}', '{"transaction_data":"90004CAFE"}'])
      expect(maskRawAnswer(raw)).not.toContain('CAFE');
  });

  it.each([
    '{"echo":"05204CAFE90004CAFE"}',
    '{"zz":[" 03702TX90004CAFE "]}',
    JSON.stringify({
      response: XML(member('echo', '<string>05204CAFE</string>') + member('a', '90004CAFE')),
    }),
    JSON.stringify({ a: JSON.stringify({ b: '90104CAFE' }) }),
    `<response echo='05204CAFE'>90004CAFE</response>`,
    `{"echo":"25416${PAN}03702TX"}`,
  ])('hides the members of a KLV text that stands under another name: %s', (raw) => {
    for (const kept of [maskRawAnswer(raw), scrub(raw)]) {
      expect(kept).not.toMatch(/CAFE/);
      expect(kept).not.toContain(PAN);
      expect(kept.includes('03702TX')).toBe(raw.includes('03702TX'));
    }
  });

  it('keeps a KLV text without such members, and identifiers that look like KLV', () => {
    for (const raw of ['{"echo":"03702TX"}', '{"response":{"reference":"900051234590"}}', '{"a":90004123}'])
      expect(maskRawAnswer(raw)).toBe(raw);
  });
});

describe('secrets, by their kind', () => {
  it.each([
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['authorization=Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['key cardway_3vJx9nQ0Zk4uPw8eLr2sTd6yHg1mBc5aXi7oKf_-Vj0 ended', '3vJx9nQ0'],
    ['cardway_sandbox_client', 'sandbox_client'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8'],
    ['the secret 001#73519284 is wrong', '73519284'],
    ['postgres://cardway:s3cr3t@db/cardway', 's3cr3t'],
    [`X_msg_signature ${'ab12'.repeat(16)}`, 'ab12ab12'],
    ['{"terminal_password":"1234567890"}', '1234567890'],
    ['{\\"pinBlock\\":\\"C0FFEE00D15EA5ED\\"}', 'C0FFEE00'],
    ['password=hunter2&x=1', 'hunter2'],
    ['signing_key: hex:5eed5eed', '5eed5eed'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
  ])('%j', (text, secret) => {
    expect(scrub(text)).not.toContain(secret);
    expect(scrub(text)).toContain(HIDDEN);
    expect(scrub(scrub(text))).toBe(scrub(text));
  });

  it('texts about a secret stay', () => {
    for (const text of [
      'secret verified',
      'The password: is missing',
      'secrets_issued 3',
      'what: secret, result: valid',
    ])
      expect(scrub(text)).toBe(text);
  });
});

describe.each([
  ['kept', maskText],
  ['told', scrub],
] as const)('a text that is %s', (_title, mask) => {
  it.each(SENSITIVE_NAMES)('hides the value of %j in texts', (name) => {
    for (const text of [JSON.stringify({ [name]: 'SECRET', a: 1 }), `{"${name}" : ["SECRET"]}`])
      expect(mask(text)).not.toContain('SECRET');
  });

  it.each(SPOKEN_SECRETS.map((write) => [write('N'), write] as const))('hides %s', (_form, write) => {
    for (const text of [write('7351'), `x ${write('7351')} y`, JSON.stringify({ message: write('7351') })]) {
      const hidden = mask(text);
      expect(hidden).not.toContain('7351');
      expect(hidden).toContain(HIDDEN);
      expect(mask(hidden)).toBe(hidden);
    }
  });

  it.each(PAIRED_SECRETS.map((write) => [write('N'), write] as const))('hides %s', (_form, write) => {
    for (const secret of ['7351', 'SECRET', '[x']) {
      const hidden = mask(write(secret));
      expect(hidden).not.toContain(secret);
      expect(mask(hidden)).toBe(hidden);
    }
  });

  it.each([
    'Invalid PIN, 2 attempts left',
    'PIN tries exceeded 3 of 3',
    'password must have 8 characters or more',
    'the otp expired after 300 seconds',
    'track 2 is missing',
    'CVV2 is wrong. 12345 is the reference',
    'cvv 12',
    'spinning 1234 pins 5678',
    '{"name":"narrative","value":"COFFEE 1234"}',
    '[{"name":"a","value":"1"},{"field":"b","text":"2"}]',
    'name=amount&value=100&name=currency&value=608',
    '<entry><key>a</key><value>100</value></entry><entry><key>cvv</key></entry>',
    '<member><value>100</value><name>amount</name></member>',
    '<field name="amount" value="100"/><param name="currency">608</param>',
  ])('leaves %s', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('hides only the value of the sensitive pair', () => {
    expect(mask('name=cvv&value=123&name=amount&value=100')).toBe(
      `name=cvv&value=${HIDDEN}&name=amount&value=100`,
    );
    expect(mask('[{"value":"123","name":"cvv"},{"name":"amount","value":"100"}]')).toBe(
      `[{"value":"${HIDDEN}","name":"cvv"},{"name":"amount","value":"100"}]`,
    );
  });

  it('leaves lists and times with colons and commas', () => {
    for (const text of [
      '41111,11111,11111,1',
      '2026-11-22 16:51:01,123456',
      '4111,1111,1111,1112',
      '411111,1111111111',
    ])
      expect(mask(text)).toBe(text);
  });
});

describe('values named by a neighbouring member', () => {
  it.each([
    { name: 'cvv', value: '123' },
    { value: 123, key: 'CV\u2164' },
    { field: 'p_i_n', rejectedValue: ['123'], code: 'E1' },
  ])('%j', (pair: JsonObject) => {
    for (const hidden of [maskAnswer({ a: [pair] }), scrubFields({ a: [pair] })]) {
      expect(JSON.stringify(hidden)).not.toContain('123');
      expect(JSON.stringify(hidden)).toContain(HIDDEN);
    }
  });

  it('stay when the name is another', () => {
    const fields = { a: [{ name: 'narrative', value: '123' }, { name: 'cvv' }, { value: '5' }] };
    expect(maskAnswer(fields)).toBe(fields);
    expect(scrubFields(fields)).toBe(fields);
  });
});

describe('a line of the log', () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    format: 'json',
    clock: machineClock,
    write: (line) => lines.push(line),
  });
  const written = (about: object, message = 'said'): Record<string, unknown> => {
    log.info(about, message);
    return JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
  };

  it('hides secrets in values, names, nested objects, errors and the message', () => {
    const cause = new Error(`cannot pay ${PAN}`);
    const told = written(
      {
        answer: `{"pan":${PAN},"pin":1234}`,
        pan: Number(PAN),
        pin: 1234,
        list: [PAN, 1],
        inside: { terminalPassword: 'hunter2', note: PAN },
        [PAN]: 1,
        err: new Error('Bearer abcdefgh', { cause }),
      },
      `said ${PAN}`,
    );
    expect(lines.at(-1)).not.toMatch(/4111111111111111|hunter2|abcdefgh/);
    const inside = { terminalPassword: HIDDEN, note: MASKED };
    expect(told).toMatchObject({ pan: MASKED, pin: HIDDEN, list: [MASKED, 1], [MASKED]: 1, inside });
    expect(told['msg']).toBe(`said ${MASKED}`);
  });

  it('is unchanged when there is nothing to hide', () => {
    const about = {
      requestId: '5001_20260817175857_4111111111111111',
      state: 'answered',
      durationMs: 4,
      worker: null,
    };
    expect(scrubFields(about)).toBe(about);
    expect(written(about)).toMatchObject(about);
  });

  it('can contain anything: scrubbing never throws, and is idempotent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = scrubFields({ value });
        expect(scrubFields(once)).toEqual(once);
      }),
      { numRuns: 500, seed: 12 },
    );
  });
});
