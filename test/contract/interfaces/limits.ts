import {
  balance,
  deduct,
  freshId,
  klvText,
  withFields,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

interface Limit {
  readonly field: string;
  readonly value: string;
  readonly title: string;
  /** Reply to a call that passes the limits. Default: 1. */
  readonly hears?: 1 | -4 | 'UNAUTHENTICATED';
}

/** One code point, two UTF-16 code units, four bytes: results show which of them is counted. */
const FACE = '😀';

/** Returns KLV text of this many code points. All keys differ. */
function klvOf(length: number): string {
  const entries: [string, string][] = [];
  let left = length;
  for (let key = 500; left > 0; key += 1) {
    const value = Math.min(99, left - 5);
    const rest = left - 5 - value;
    // The rest for the next entry must hold that entry's key and length.
    const size = rest > 0 && rest < 5 ? value - 5 : value;
    entries.push([String(key), FACE.repeat(size)]);
    left -= 5 + size;
  }
  return klvText(entries);
}

/** Values exactly at the limits of docs/reference/protocol.md#fields. */
const WITHIN: readonly Limit[] = [
  { field: 'terminal_id', title: '10 characters', value: FACE.repeat(10), hears: 'UNAUTHENTICATED' },
  { field: 'reference', title: '1 character', value: FACE, hears: -4 },
  { field: 'reference', title: '255 characters', value: FACE.repeat(255), hears: -4 },
  { field: 'narrative', title: '1 character', value: ' ' },
  { field: 'narrative', title: '255 characters', value: FACE.repeat(255) },
  { field: 'transaction_id', title: '1 character', value: FACE },
  { field: 'transaction_id', title: '255 characters', value: FACE.repeat(255) },
  { field: 'transaction_data', title: 'no character', value: '' },
  { field: 'transaction_data', title: '2048 characters', value: klvOf(2048) },
  { field: 'transaction_date', title: 'a leap day', value: '20240229T23:59:59' },
];

/** Values one past those limits. */
const BEYOND: readonly Limit[] = [
  { field: 'terminal_id', title: '9 characters', value: '006876662' },
  { field: 'terminal_id', title: '11 characters', value: FACE.repeat(11) },
  { field: 'terminal_id', title: 'no character', value: '' },
  { field: 'reference', title: 'no character', value: '' },
  { field: 'reference', title: '256 characters', value: FACE.repeat(256) },
  { field: 'narrative', title: 'no character', value: '' },
  { field: 'narrative', title: '256 characters', value: 'x'.repeat(256) },
  { field: 'transaction_id', title: 'no character', value: '' },
  { field: 'transaction_id', title: '256 characters', value: 'x'.repeat(256) },
  { field: 'transaction_data', title: '2049 characters', value: klvOf(2049) },
  { field: 'transaction_date', title: 'the 30th of February', value: '20240230T00:00:00' },
  { field: 'transaction_date', title: 'hour 24', value: '20240228T24:00:00' },
  { field: 'transaction_date', title: 'no date', value: 'yesterday' },
  { field: 'transaction_date', title: 'no character', value: '' },
];

const DEDUCT_WITHIN: readonly Limit[] = [
  { field: 'transaction_type', title: '2 characters', value: FACE.repeat(2) },
  { field: 'request_amount', title: '0', value: '0' },
  { field: 'request_amount', title: '9007199254740991', value: '9007199254740991' },
];

const DEDUCT_BEYOND: readonly Limit[] = [
  { field: 'transaction_type', title: '1 character', value: '0' },
  { field: 'transaction_type', title: '3 characters', value: '000' },
  { field: 'request_amount', title: '-1', value: '-1' },
];

/** Tests fields at their limit and one past it, the same on every interface, counted in code points. */
export function limitsContract(channel: Channel, bench: () => Bench): void {
  const accepted = async (call: Call, { hears = 1 }: Limit) => {
    const heard = await channel.call(bench().url, call);
    if (typeof hears === 'string') expectError(channel, heard, hears);
    else expectAnswer(channel, heard, hears);
    if (hears !== 1) return;
    const sent = bench().wallet.calls.at(-1)!.envelope()['request'] as Record<string, unknown>;
    expect(sent['transaction_id']).toBe(call.fields['transaction_id']);
  };
  const refused = async (call: Call, { field }: Limit) => {
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'BAD_REQUEST', field);
  };

  describe.each([
    { method: 'Balance', make: balance, within: WITHIN, beyond: BEYOND },
    {
      method: 'Deduct',
      make: deduct,
      within: [...WITHIN, ...DEDUCT_WITHIN],
      beyond: [...BEYOND, ...DEDUCT_BEYOND],
    },
  ])('$method', ({ make, within, beyond }) => {
    it.each(within)('takes $field: $title', async (limit) => {
      await accepted(withFields(make(), { narrative: freshId(), [limit.field]: limit.value }), limit);
    });

    it.each(beyond)('refuses $field: $title', async (limit) => {
      await refused(withFields(make(), { narrative: freshId(), [limit.field]: limit.value }), limit);
    });
  });

  it('refuses an amount beyond 9007199254740991', async () => {
    const body = channel
      .body(deduct({ request_amount: '1234512345' }))
      .replace('1234512345', '9007199254740992');
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
    // JSON cannot carry it at all. XML can, and the field is refused.
    expectError(
      channel,
      heard,
      channel.takesKey ? 'MALFORMED' : 'BAD_REQUEST',
      channel.takesKey ? undefined : 'request_amount',
    );
  });

  it('refuses an amount that is no integer', async () => {
    const body = channel
      .body(deduct({ request_amount: '1234512345' }))
      .replace('<int>1234512345</int>', '<string>12.50</string>')
      .replace('1234512345', '12.5');
    const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
    expectError(channel, heard, 'BAD_REQUEST', 'request_amount');
  });

  it('refuses NUL and half a surrogate pair in a text', async () => {
    for (const escape of channel.takesKey ? ['\\u0000', '\\ud83d'] : ['&#0;', '&#xD83D;']) {
      const body = channel.body(deduct({ narrative: 'HERE' })).replace('HERE', escape);
      const heard = await withoutTrace(bench(), () => channel.post(bench().url, body));
      expect(['MALFORMED', 'BAD_REQUEST']).toContain(heard.errorCode);
    }
  });
}
