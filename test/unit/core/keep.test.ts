import type { Envelope } from '../../../src/core/transactions/envelope.js';
import { keepAnswer, keepEnvelope, keepRawAnswer, keepText, ruleOf } from '../../../src/core/keep.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { sizeOf } from '../../fault/size.js';
import { PAIRED_SECRETS, SENSITIVE_NAMES, SPOKEN_SECRETS } from '../../support/canaries.js';
import { IDENTIFIERS, seeded } from './honest-values.js';

const PAN = '4898004951739266';
const CUT = '489800XXXXXX9266';

describe('the rule of a name', () => {
  it.each<[ReturnType<typeof ruleOf>, string[]]>([
    ['never', ['cvv', 'cav2', 'cid', 'pin', 'otp', 'password', 'secret', 'track2', 'klv_rest']],
    ['never', ['pin_block', '3d_secure_otp', '052', '900', '901', 'klv_052', 'klv055', '035', '036']],
    ['cut', ['mdes_digitized_pan', 'visaDigitizedPan', '254', '916', 'klv_254', 'klv916']],
    ['identifier', ['request_id', 'requestId', 'terminal_id', 'reference', 'tracking_number']],
    ['amount', ['request_amount', 'balanceAmount', 'markup_amount']],
    ['date', ['transaction_date', 'referenceDate']],
    ['checksum', ['checksum']],
    ['klv', ['transaction_data', 'messageData']],
    ['free', ['narrative', 'network', '', 'a', '002', 'klv_002', 'made_up', 'pinned', 'constructor']],
  ])('is %s for %j', (rule, names) => {
    expect(names.map((name) => [name, ruleOf(name)])).toEqual(names.map((name) => [name, rule]));
  });

  it.each(SENSITIVE_NAMES)('is never for %j', (name) => {
    expect(ruleOf(name)).toBe('never');
  });
});

describe('an envelope', () => {
  const method = methodTable().find('Deduct')!;
  const envelope = (data: Record<string, JsonValue>, more: Record<string, JsonValue> = {}): Envelope => ({
    request: { reference: PAN, narrative: 'SHOP', transaction_data: data, ...more },
    customer_id: 1,
    card_id: 2,
    request_id: '2_20240101_1',
  });

  it('is kept itself when nothing is dropped', () => {
    const given = envelope({ network: 'MasterCard', tracking_number: PAN }, { list: ['a', 1] });
    expect(keepEnvelope(given, method)).toBe(given);
  });

  it('loses secrets, keeps the rest in order, and is not changed itself', () => {
    const given = envelope(
      { network: 'X', pin_block: 'secret', trace_id: '7', pos_data: PAN, klv_055: '57' },
      { pinBlock: 'secret', note: [PAN, 'b'], last: 'z' },
    );
    const before = JSON.stringify(given);
    expect(JSON.stringify(keepEnvelope(given, method).request)).toBe(
      JSON.stringify({
        reference: PAN,
        narrative: 'SHOP',
        transaction_data: { network: 'X', trace_id: '7', pos_data: CUT },
        note: [CUT, 'b'],
        last: 'z',
      }),
    );
    expect(JSON.stringify(given)).toBe(before);
  });

  it.each<[string, Record<string, JsonValue>]>([
    ['nested in an unknown object', { zz: { reference: PAN } }],
    ['nested deeper, as a number', { zz: [{ a: { request_amount: Number(PAN) } }] }],
    ['in an object named like a field', { trace_id: { trace_id: PAN } }],
    ['in words', { transaction_id: `card ${PAN}` }],
    ['that is no date', { transaction_date: PAN }],
    ['that is no checksum', { checksum: PAN }],
    ['in a text', { note: `{"reference":"${PAN}"}` }],
    ['in a nested object of KLV values', { zz: { transaction_data: { trace_id: PAN } } }],
    ['in a nested KLV text', { zz: { transaction_data: `00216${PAN}` } }],
    ['in a second request', { request: { reference: PAN } }],
    ['in a name', { [PAN]: 1 }],
  ])('does not keep a card number under the name of an identifier %s', (_title, more) => {
    const kept = JSON.stringify(keepEnvelope(envelope({}, more), method));
    expect(kept).not.toContain(`${PAN}"}}`);
    expect(kept.replace(`"reference":"${PAN}"`, '')).not.toContain(PAN);
    expect(kept).toContain(CUT);
  });

  it('loses secret parameters of a method, whatever their name is', () => {
    const secret = { ...method.parameters[0]!, jsonName: 'code_word', isSecret: true };
    const given: Envelope = { ...envelope({}), request: { reference: 'r', code_word: 'open', note: 'n' } };
    const kept = keepEnvelope(given, { ...method, parameters: [...method.parameters, secret] });
    expect(kept).toEqual({ ...given, request: { reference: 'r', note: 'n' } });
    expect(Object.keys(given.request)).toEqual(['reference', 'code_word', 'note']);
  });

  it('keeps its own KLV text by the rules of its keys, and no text that is none', () => {
    const kept = (data: JsonValue): unknown =>
      keepEnvelope({ ...envelope({}), request: { transaction_data: data } }, method).request[
        'transaction_data'
      ];
    expect(kept(`00216${PAN}05203123`)).toBe(`00216${PAN}05208[hidden]`);
    expect(kept(`00216${PAN}052`)).toBe('[text of 24 characters]');
  });
});

describe('an answer', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a negative card number', -4898004951739266, `-${CUT}`],
    ['a number below those of cards', 99_999_999_999, 99_999_999_999],
    ['a number that is no card number', 4111111111111112, 4111111111111112],
    ['null', null, null],
    ['a list with one card number', [5, PAN], [5, CUT]],
    ['a nested list', [[Number(PAN)]], [[CUT]]],
  ])('keeps of %s what it may', (_title, value, kept) => {
    expect(keepAnswer({ note: value })).toEqual({ note: kept });
  });

  it('keeps the names of dropped members, and cuts digitized card numbers', () => {
    expect(keepAnswer({ cvv: null, pin: { a: 1 }, visa_digitized_pan: [4111111111111112] })).toEqual({
      cvv: '[hidden]',
      pin: '[hidden]',
      visa_digitized_pan: ['411111XXXXXX1112'],
    });
  });

  it('loses the value beside the name of a secret', () => {
    expect(keepAnswer({ name: 'CV\u2164', rejectedValue: [123], note: 'n' })).toEqual({
      name: 'CV\u2164',
      rejectedValue: '[hidden]',
      note: 'n',
    });
    const other = { a: [{ name: 'narrative', value: '123' }, { name: 'cvv' }, { value: '5' }] };
    expect(keepAnswer(other)).toBe(other);
  });

  it('keeps nothing below 32 levels, in members or in texts', () => {
    let deep: JsonValue = 'x';
    for (let level = 0; level < 40; level += 1) deep = { a: deep };
    expect(JSON.stringify(keepAnswer({ deep }))).toMatch(/^\{"deep":(?:\{"a":){32}"\[hidden\]"\}+$/);
    let text = '{"pin":"1234"}';
    for (let level = 0; level < 12; level += 1) text = JSON.stringify([text]);
    expect(keepText(text)).not.toContain('1234');
    expect(keepText('['.repeat(100_000) + ']'.repeat(100_000))).toMatch(/\[hidden\]/);
  });
});

describe('a free text', () => {
  it.each([
    [`card ${PAN} was refused`, `card ${CUT} was refused`],
    [`{"cvv":"123","a":"${PAN}"}`, `{"cvv":"[hidden]","a":"${CUT}"}`],
    ['{"a":1,"a":{"pin":1}}', '{"a":{"pin":"[hidden]"}}'],
    ['4111111111111111', '411111XXXXXX1111'],
    ['2541436363886803709', '25414363638XXXX3709'],
    ['90004CAFE05204CAFE03702TX', '90008[hidden]05208[hidden]03702TX'],
    ['03537;4111111111111111=271220100000123000005504CAFE', '03508[hidden]05508[hidden]'],
    ['04337;4111111111111111=2712201000001230000', '04326;411111XXXXXX1111=[hidden]'],
    [`<a>${PAN}</a><b>kept</b>`, `<a>${CUT}</a><b>kept</b>`],
    ['<Card><Cvv2>123</Cvv2></Card>', '[text of 29 characters]'],
    [`<a b="${'c'.repeat(250)}">1</a>`, '[text of 263 characters]'],
    ['<name>c\uff56\uff56</name><value>1</value>', '[text of 32 characters]'],
    ['<a>&#52;111</a>', '[text of 15 characters]'],
    ['x'.repeat(256), '[text of 256 characters]'],
    ['{"cvv":12', '[text of 9 characters]'],
    ['Bearer 3vJx9nQ0Zk4uPw8e', '[text of 23 characters]'],
    ['postgres://cardway:s3cr3t@db/cardway', '[text of 36 characters]'],
  ])('%s', (text, kept) => {
    expect(keepText(text)).toBe(kept);
  });

  it.each([
    'Invalid PIN, 2 attempts left',
    'PIN tries exceeded 3 of 3',
    'password must have 8 characters or more',
    'track 2 is missing',
    'spinning 1234 pins 5678',
    '{"name":"narrative","value":"COFFEE 1234"}',
    'name=amount&value=100&name=currency&value=608',
    '<a>b</a>'.repeat(60),
    '<&> "\u00fc"',
    '<a b="c">São Paulo</a>',
    'Café São Paulo, 商店',
    '',
  ])('%j is kept whole', (text) => {
    expect(keepText(text)).toBe(text);
  });

  it.each([...SPOKEN_SECRETS, ...PAIRED_SECRETS].map((write) => [write('N'), write] as const))(
    'keeps no secret of %s',
    (_form, write) => {
      for (const secret of ['DEADBEEF7351', '7351']) expect(keepText(write(secret))).not.toContain(secret);
    },
  );

  it('may be longer where its caller says so', () => {
    expect(keepText('x'.repeat(500), 500)).toBe('x'.repeat(500));
  });
});

describe('a raw answer', () => {
  const NOT_KEPT = /^\[text of \d+ characters, SHA-256 [\da-f]{64}\]$/;

  it.each([
    '{"status":"success", "message":"Invalid PIN","response":{"resultCode":-6}}',
    '{"response":"\\u003cmethodResponse\\u003e"}',
    '<methodResponse><fault>Transacci&#243;n</fault></methodResponse>',
    'OK',
  ])('is kept word for word: %s', (raw) => {
    expect(keepRawAnswer(raw, '')).toBe(raw);
  });

  it.each([
    '{"response":{"cvv":"123"}}',
    '{"a":"c\\u0076v"}',
    '<a>&#52;111</a>',
    `{"a":${PAN}}`,
    '{"name":"036","value":"1"}',
    ...PAIRED_SECRETS.map((write) => write('N')),
  ])('is not kept: %s', (raw) => {
    expect(keepRawAnswer(raw, '')).toMatch(NOT_KEPT);
  });

  it('keeps long numbers that its normalized form keeps, and nothing where that lost a member', () => {
    const raw = `{"response":{"transactionID":"${PAN}"}}`;
    expect(keepRawAnswer(raw, `{"transactionID":"${PAN}"}`)).toBe(raw);
    expect(keepRawAnswer('OK', null)).toMatch(NOT_KEPT);
  });
});

it('identifiers, dates and amounts in fields of their own are never changed', () => {
  const count = sizeOf('CARDWAY_HONEST_VALUES', 3000);
  const pick = seeded(sizeOf('CARDWAY_SEED', 20_260_817));
  const method = methodTable().find('Deduct')!;
  const KLV = ['tracking_number', 'acquiring_institution_code', 'retrieval_reference_number'];
  for (let round = 0; round * Object.keys(IDENTIFIERS).length < count; round += 1) {
    const values: Record<string, JsonValue> = {};
    for (const [name, make] of Object.entries(IDENTIFIERS)) values[name] = make(pick);
    const data = Object.fromEntries(KLV.map((name) => [name, String(values[name])]));
    const envelope = {
      request: { ...values, transaction_data: data },
      customer_id: Number(values['customer_id']),
      card_id: Number(values['card_id']),
      request_id: String(values['request_id']),
    } as Envelope;
    expect(keepEnvelope(envelope, method)).toBe(envelope);
    expect(keepAnswer(values)).toBe(values);
    const struct = Object.entries(values).map(
      ([name, value]) => `<member><name>${name}</name><value>${String(value)}</value></member>`,
    );
    for (const response of [values, `<methodResponse>${struct.join('')}</methodResponse>`]) {
      const raw = JSON.stringify({ customerId: 1, response }, null, 1);
      expect(keepRawAnswer(raw, JSON.stringify(values))).toBe(raw);
    }
  }
});
