import {
  deduct,
  freshId,
  klvText,
  withFields,
  type Bench,
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

/** KLV text of 20 entries of 102 characters, and one of 9. */
const LONG_DATA = Array.from(
  { length: 21 },
  (_, index) => [String(500 + index), 'x'.repeat(index < 20 ? 97 : 4)] as const,
);

/** One code point, two UTF-16 code units, four bytes: results show which of them is counted. */
const FACE = '😀';

/**
 * Values at the limits of docs/reference/protocol.md#fields. test/unit/core/method-limits.test.ts tests every field of every method.
 */
const WITHIN: readonly Limit[] = [
  { field: 'terminal_id', title: '10 characters', value: FACE.repeat(10), hears: 'UNAUTHENTICATED' },
  { field: 'reference', title: '255 characters', value: FACE.repeat(255), hears: -4 },
  { field: 'narrative', title: '255 characters', value: FACE.repeat(255) },
  { field: 'transaction_type', title: '2 characters', value: FACE.repeat(2) },
  { field: 'request_amount', title: '0', value: '0' },
  { field: 'request_amount', title: '9007199254740991', value: '9007199254740991' },
  { field: 'transaction_data', title: 'no character', value: '' },
  { field: 'transaction_data', title: '2048 characters', value: klvText(LONG_DATA.with(20, ['520', 'xxx'])) },
  { field: 'transaction_date', title: 'a leap day', value: '20240229T23:59:59' },
];

/** Values one past those limits. */
const BEYOND: readonly Limit[] = [
  { field: 'terminal_id', title: '11 characters', value: FACE.repeat(11) },
  { field: 'reference', title: 'no character', value: '' },
  { field: 'narrative', title: '256 characters', value: 'x'.repeat(256) },
  { field: 'transaction_type', title: '3 characters', value: '000' },
  { field: 'request_amount', title: '-1', value: '-1' },
  { field: 'transaction_data', title: '2049 characters', value: klvText(LONG_DATA) },
  { field: 'transaction_date', title: 'the 30th of February', value: '20240230T00:00:00' },
];

/** Tests fields at their limit and one past it, the same on every interface, counted in code points. */
export function limitsContract(channel: Channel, bench: () => Bench): void {
  it.each(WITHIN)('takes $field: $title', async ({ field, value, hears = 1 }) => {
    const call = withFields(deduct(), { narrative: freshId(), [field]: value });
    const heard = await channel.call(bench().url, call);
    if (typeof hears === 'string') expectError(channel, heard, hears);
    else expectAnswer(channel, heard, hears);
    if (hears !== 1) return;
    const sent = bench().wallet.calls.at(-1)!.envelope()['request'] as Record<string, unknown>;
    expect(sent['transaction_id']).toBe(call.fields['transaction_id']);
  });

  it.each(BEYOND)('refuses $field: $title', async ({ field, value }) => {
    const call = withFields(deduct(), { narrative: freshId(), [field]: value });
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, call));
    expectError(channel, heard, 'BAD_REQUEST', field);
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
