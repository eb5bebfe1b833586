import fc from 'fast-check';
import type { Envelope } from '../../../src/core/transactions/envelope.js';
import { maskAnswer, maskAnswerInTurns, maskEnvelope } from '../../../src/core/transactions/mask.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import type { JsonValue } from '../../../src/core/wire/json.js';
import { isBareAnswer } from '../../../src/core/transactions/normalise.js';
import { readMethodResponse, toJson } from '../../../src/adapters/xmlrpc/response-reader.js';
import { maskAnyText, maskKlv, maskRawAnswer, maskText, scrub } from '../../../src/core/wire/scrub.js';

describe('maskText', () => {
  it.each([
    ['card 4111111111111111 was refused', 'card 411111XXXXXX1111 was refused'],
    ['card 5555 5555 5555 4444.', 'card 5555 55XX XXXX 4444.'],
    ['card 5555-5555-5555-4444', 'card 5555-55XX-XXXX-4444'],
    ['amex 3782 822463 10005', 'amex 3782 82XXXX X0005'],
  ])('masks the card number of %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each(['4111 1111 1111 1112', '2026-1121-0615-0994', '5555 5555   5555 4444', '20261121 061509'])(
    'leaves %s, which is no card number',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );
});

describe('track data and EMV tag 57', () => {
  it.each([
    ['%B4111111111111111^DOE/JOHN^27122010000012300000?', '%B411111XXXXXX1111^[hidden]'],
    [';4111111111111111=27122010000012300000?', ';411111XXXXXX1111=[hidden]'],
    ['4111 1111 1111 1111=27122010000012300000', '411111XXXXXX1111=[hidden]'],
    ['57134111111111111111D27122010000012300000F', '571341XXXXXXXXXX1111D[hidden]'],
    ['9F1A0208405711378282246310005d2712201000001', '9F1A020840XXXXXXXXXXXXXXX0005d[hidden]'],
    ['read 4111111111111111D27122010000012300000', 'read 411111XXXXXX1111D[hidden]'],
    ['4222222222222=27122010000012300000', '422222XXX2222=[hidden]'],
    [
      '{"a":"4111111111111111\\u003d27122010000012300000","b":"kept"}',
      '{"a":"411111XXXXXX1111=[hidden]","b":"kept"}',
    ],
    [
      '<a>4111111111111111&#94;DOE/JOHN&#94;27122010000012300000</a><b>kept</b>',
      '<a>411111XXXXXX1111^[hidden]</a><b>kept</b>',
    ],
    [
      '\uff14\uff11\uff11\uff11'.concat('\uff11'.repeat(12), '\uff1d27122010000012300000'),
      '411111XXXXXX1111=[hidden]',
    ],
    ['4111111111111111=2712\n4111111111111111=2712', '411111XXXXXX1111=[hidden]\n411111XXXXXX1111=[hidden]'],
    ['4111111111111111^PIN=1234^27122010000012300000', '411111XXXXXX1111^[hidden]'],
  ])('keep the masked number of %s', (text, masked) => {
    for (const mask of [maskText, maskRawAnswer, scrub, maskAnyText]) {
      expect(mask(text)).toBe(masked);
      expect(mask(masked)).toBe(masked);
    }
  });

  it('are dropped with the members of a KLV text around them', () => {
    const text = '0353741111111111111111=27122010000012300000005208D45201B9043044111';
    for (const mask of [maskAnyText, (klv: string): string => maskKlv(klv, true)]) {
      expect(mask(text)).not.toMatch(/41111111|2712|D452/);
      expect(mask('03204=27105504CAFE03602AB03503X=1')).toBe(
        '03204=27105508[hidden]03608[hidden]03508[hidden]',
      );
      expect(mask('04338;4111111111111111=2712201000001230000003702TX')).toBe(
        '04326;411111XXXXXX1111=[hidden]03702TX',
      );
    }
  });

  it.each([
    'sum=4111111111111112 of 123456789012=1, 20261128220903^2',
    '0af7651916cd43dd8448eb211c80319c 1234567890123456d84',
    '378282246310006D2712',
  ])('are not seen in %s', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

describe('maskEnvelope', () => {
  const method = methodTable().find('Deduct')!;
  const envelope = (data: Record<string, string>, more: Record<string, JsonValue> = {}): Envelope => ({
    request: { reference: '4111111111111111', narrative: 'SHOP', transaction_data: data, ...more },
    customer_id: 1,
    card_id: 2,
    request_id: '2_20240101_1',
  });

  it('returns the envelope itself when there is nothing to hide', () => {
    const given = envelope(
      { network: 'MasterCard', tracking_number: '4111111111111111' },
      { list: ['a', 1] },
    );
    expect(maskEnvelope(given, method)).toBe(given);
  });

  it('hides secrets, keeps the rest in order, and does not change the envelope', () => {
    const given = envelope(
      { network: 'X', pin_block: 'secret', trace_id: '7', pos_data: '4111111111111111' },
      { pinBlock: 'secret', note: ['4111111111111111', 'b'], last: 'z' },
    );
    const before = JSON.stringify(given);
    expect(JSON.stringify(maskEnvelope(given, method).request)).toBe(
      JSON.stringify({
        reference: '4111111111111111',
        narrative: 'SHOP',
        transaction_data: { network: 'X', trace_id: '7', pos_data: '411111XXXXXX1111' },
        note: ['411111XXXXXX1111', 'b'],
        last: 'z',
      }),
    );
    expect(JSON.stringify(given)).toBe(before);
  });

  it.each<[string, Record<string, JsonValue>]>([
    ['nested in an unknown object', { zz: { reference: '4898004951739266' } }],
    ['nested deeper, as a number', { zz: [{ a: { request_amount: 4898004951739266 } }] }],
    ['in an object named like a field', { trace_id: { trace_id: '4898004951739266' } }],
    ['in words', { transaction_id: 'card 4898004951739266' }],
    ['that is no date', { transaction_date: '4898004951739266' }],
    ['that is no checksum', { checksum: '4898004951739266' }],
    ['that is no method', { method_name: '4898004951739266' }],
    ['in a text', { note: '{"reference":"4898004951739266"}' }],
    ['in a KLV text of an unknown name', { zz: '002164898004951739266' }],
    ['in a nested object of KLV values', { zz: { transaction_data: { trace_id: '4898004951739266' } } }],
    ['in a nested KLV text', { zz: { transaction_data: '002164898004951739266' } }],
  ])('masks a card number under an exempt name %s', (_title, more) => {
    const kept = JSON.stringify(maskEnvelope(envelope({}, more), method));
    expect(kept).not.toContain('4898004951739266');
    expect(kept).toContain('489800XXXXXX9266');
  });

  it('leaves secret parameters of a method out, and nothing else', () => {
    const given: Envelope = {
      ...envelope({}),
      request: { reference: 'r', pin_block: 'D45201B9E3136796', note: 'n' },
    };
    const kept = maskEnvelope(given, methodTable().find('ValidatePIN')!);
    expect(kept).toEqual({ ...given, request: { reference: 'r', note: 'n' } });
    expect(Object.keys(given.request)).toEqual(['reference', 'pin_block', 'note']);
  });

  it('leaves a secret parameter out, whatever its name is', () => {
    const secret = { ...method.parameters[0]!, jsonName: 'code_word', isSecret: true };
    const given: Envelope = { ...envelope({}), request: { reference: 'r', code_word: 'open' } };
    const kept = maskEnvelope(given, { ...method, parameters: [...method.parameters, secret] });
    expect(kept).toEqual({ ...given, request: { reference: 'r' } });
  });

  it('masks a card number in an object beside the request', () => {
    const given = { ...envelope({}), other: { reference: '4898004951739266' } } as Envelope;
    expect(maskEnvelope(given, method)).toHaveProperty('other', { reference: '489800XXXXXX9266' });
  });

  it.each<[string, JsonValue, JsonValue]>([
    ['its own KLV text', '00216489800495173926605203123', '00216489800495173926605208[hidden]'],
    ['a list of KLV texts', ['0021648980049517392 66'], ['0021648980049517392 66']],
  ])('reads %s by the rules of its keys', (_title, data, kept) => {
    const masked = maskEnvelope({ ...envelope({}), request: { transaction_data: data } }, method);
    expect(masked.request['transaction_data']).toEqual(kept);
  });

  it('keeps the objects and lists that hide nothing, beside one that does', () => {
    const given = envelope({}, { list: ['a', 1], inside: { a: 'b' }, note: '4898004951739266' });
    const kept = maskEnvelope(given, method);
    expect(kept.request['list']).toBe(given.request['list']);
    expect(kept.request['inside']).toBe(given.request['inside']);
    expect(kept.request['note']).toBe('489800XXXXXX9266');
  });

  it('hides new spellings of names, however many it has cached', () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`made_up_${index}`, 'x']));
    maskEnvelope(envelope(many), method);
    expect(maskEnvelope(envelope({ PINBlock: 'secret' }), method).request['transaction_data']).toEqual({});
  });
});

describe('maskAnswer', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a negative card number', -4111111111111111, '-411111XXXXXX1111'],
    ['a number below those of cards', 99_999_999_999, 99_999_999_999],
    ['a number that is no card number', 4111111111111112, 4111111111111112],
    ['null', null, null],
    ['a list with one card number', [5, '4111111111111111'], [5, '411111XXXXXX1111']],
    ['a nested list', [[4111111111111111]], [['411111XXXXXX1111']]],
  ])('keeps of %s what it may', (_title, value, kept) => {
    expect(maskAnswer({ note: value })).toEqual({ note: kept });
  });

  it.each<[JsonValue, JsonValue]>([
    ['4111111111111112', '411111XXXXXX1112'],
    [4111111111111112, '411111XXXXXX1112'],
    [123, 'XXX'],
    [['4111111111111112'], ['411111XXXXXX1112']],
    [{ note: '4111111111111112' }, { note: '4111111111111112' }],
  ])('masks every value of a member that is masked: %j', (value, kept) => {
    expect(maskAnswer({ visa_digitized_pan: value })).toEqual({ visa_digitized_pan: kept });
  });

  it('hides the value beside the name of a secret, and a secret with any value', () => {
    expect(maskAnswer({ name: 'cvv', value: '123', note: 'n' })).toEqual({
      name: 'cvv',
      value: '[hidden]',
      note: 'n',
    });
    expect(maskAnswer({ cvv: null, pin: { a: 1 } })).toEqual({ cvv: '[hidden]', pin: '[hidden]' });
  });

  it('masks card numbers in names of 12 characters and more', () => {
    expect(Object.keys(maskAnswer({ '4111111111111111': 1, '501800000009': 2, '41111111111': 3 }))).toEqual([
      '411111XXXXXX1111',
      'XXXXXXXX0009',
      '41111111111',
    ]);
  });
});

describe('a long answer, masked in several turns', () => {
  const names = fc.constantFrom(
    'cvv',
    'name',
    'value',
    'transaction_id',
    'balanceAmount',
    'pan',
    '4111111111111111',
    'note',
  );
  const texts = fc.constantFrom('4111 1111 1111 1111', 'cvv', '123', '{"pin":"1"}', '0025003MAG', 'thanks');
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.constantFrom<JsonValue>(4111111111111111, 5, null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 6 }),
    ),
  }));

  it('equals one that is masked at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, value), async (answer) => {
        expect(await maskAnswerInTurns(answer, () => Promise.resolve())).toEqual(maskAnswer(answer));
      }),
    );
  });

  it('needs a turn for each 500 members, at any depth', async () => {
    const members = Object.fromEntries(Array.from({ length: 2_600 }, (_, index) => [`m${index}`, 'text']));
    let turns = 0;
    for (const answer of [members, { deep: [{ members }] }, { list: Object.values(members) }]) {
      turns = 0;
      await maskAnswerInTurns(answer, () => {
        turns += 1;
        return Promise.resolve();
      });
      expect(turns).toBe(5);
    }
  });
});

describe('isBareAnswer', () => {
  const xml = (members: readonly (readonly [string, JsonValue])[]): string => {
    const of = ([name, value]: readonly [string, JsonValue]): string => {
      const type = typeof value === 'number' ? 'int' : 'string';
      return `<member><name>${name}</name><value><${type}>${String(value)}</${type}></value></member>`;
    };
    return `<?xml version="1.0"?><methodResponse><params><param><value><struct>${members.map(of).join('')}</struct></value></param></params></methodResponse>`;
  };
  const answer = (response: JsonValue, more: Record<string, JsonValue> = {}): string =>
    JSON.stringify({ status: 'success', message: '', customerId: 1001, ...more, response });

  it.each([
    answer(xml([['resultCode', 1]])),
    answer(
      xml([
        ['resultCode', 1],
        ['balanceAmount', 626900],
      ]),
    ),
    answer({ resultCode: 1, approvalNumber: '010203' }),
  ])('recognises %s', (raw) => {
    expect(isBareAnswer(raw)).toBe(true);
  });

  it.each([
    ['another member', answer({ resultCode: 1 }, { note: 'x' })],
    ['a member with others in it', answer({ resultCode: 1 }, { status: { note: 'x' } })],
    ['white space', answer({ resultCode: 1 }).replace(',', ', ')],
    ['a repeated member', answer({ resultCode: 1 }).replace('{', '{"status":"4111",')],
    ['a byte order mark', `\ufeff${answer({ resultCode: 1 })}`],
    ['a comment', answer(`${xml([['resultCode', 1]])}<!--4111-->`)],
    ['an attribute', answer(xml([['resultCode', 1]]).replace('<value>', '<value a="1">'))],
    ['a reference', answer(xml([['resultCode', '&#49;']]))],
    ['a CDATA section', answer(xml([['resultCode', '<![CDATA[1]]>']]))],
    ['twelve digits of a list', answer({ resultCode: 1, list: [4111, 1111, 1111, 1111] })],
    ['no JSON', 'OK'],
  ])('is false for %s', (_what, raw) => {
    expect(isBareAnswer(raw)).toBe(false);
  });

  it('is true only for answers that masks leave unchanged where they leave the normalized form unchanged', () => {
    const names = [
      'note',
      'pin',
      'cvv2',
      'trace_id',
      'name',
      'value',
      'transactionData',
      'pan',
      'track',
      'OTP',
    ];
    const texts = [
      ...['', 'x', '123', '4111111111111111', '4111 1111', '1111-1111', '90004CAFE', 'cvv 123', 'the PIN is'],
      ...[
        'is 1234',
        'Bearer abcdefgh',
        'abcdefghij',
        '001#73519284',
        'whsec_MfKQ9r8GKYqr',
        'http://u:p@h',
        'otp',
      ],
      ...['\uff14\uff11\uff11\uff11', '20261121', '061509', '\u0664'],
    ];
    const text = fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 12 }).map(plainText));
    const member = fc.tuple(fc.oneof(fc.constantFrom(...names), text), fc.oneof(text, fc.integer()));
    let bare = 0;
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(member, { maxLength: 4 }),
        fc.boolean(),
        (status, message, given, isXml) => {
          const members = [...new Map<string, JsonValue>([['resultCode', 1], ...given])];
          const response = isXml ? xml(members) : Object.fromEntries(members);
          const raw = answer(response, { status, message });
          const read = isXml ? readXml(response as string) : (response as Record<string, JsonValue>);
          const isUnchanged =
            maskAnswer(read) === read && maskAnyText(status) === status && maskAnyText(message) === message;
          if (!isUnchanged || !isBareAnswer(raw)) return;
          bare += 1;
          expect(maskRawAnswer(raw)).toBe(raw);
        },
      ),
      { numRuns: 3000 },
    );
    expect(bare).toBeGreaterThan(300);
  });
});

function plainText(text: string): string {
  return text.replace(/[<>&_]/g, '').trim();
}

function readXml(text: string): Record<string, JsonValue> {
  const read = readMethodResponse(text);
  if (read.kind !== 'result') throw new Error('A fault is no answer.');
  return toJson(read.value) as Record<string, JsonValue>;
}
