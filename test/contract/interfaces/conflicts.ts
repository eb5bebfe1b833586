import {
  deduct,
  envelopeOf,
  freshId,
  JSON_PROXY,
  KLV_NAMES,
  klvText,
  requestIdOf,
  SPECIFIED_NAMES,
  withFields,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import { expectError, withoutTrace } from './register.js';

/**
 * Fields in the order of docs/reference/protocol.md#order-of-request-fields, each with another value. Customer, card and wallet
 * cannot differ under one request id.
 */
const OTHER_VALUES: readonly { readonly field: string; readonly value: () => string }[] = [
  { field: 'terminal_id', value: () => '0029504320' },
  { field: 'request_amount', value: () => '201' },
  { field: 'narrative', value: () => 'ELSEWHERE' },
  { field: 'transaction_type', value: () => '01' },
  { field: 'transaction_id', value: freshId },
];

const KEY_OF = new Map(Object.entries(KLV_NAMES).map(([key, name]) => [name, key]));
/** KLV keys of the 18 names of docs/reference/protocol.md#klv. */
const DATA_KEYS = SPECIFIED_NAMES.map((name) => KEY_OF.get(name)!);
const ALL_DATA = DATA_KEYS.map((key) => [key, 'a'] as const);

/**
 * Tests the same id with other content: the refusal names the first differing field, in the order of
 * docs/reference/transactions.md#content.
 */
export function conflictsContract(channel: Channel, bench: () => Bench): void {
  const expectConflict = async (saved: Call, asked: Call, field: string) => {
    // The second call has a derived id. A backend used that id before for another call.
    const requestId = requestIdOf(asked, channel.checksumForm);
    const first = await JSON_PROXY.call(bench().url, { ...saved, requestId });
    expect(first).toMatchObject({ resultCode: 1, replayed: false });
    const row = bench().ledger.row(requestId);
    const named = channel.takesKey ? { ...asked, requestId } : asked;
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, named));
    expectError(channel, heard, 'IDEMPOTENCY_CONFLICT', field);
    expect(bench().ledger.row(requestId)).toEqual(row);
  };

  it.each(OTHER_VALUES)('names $field', async ({ field, value }) => {
    const saved = deduct();
    await expectConflict(saved, withFields(saved, { [field]: value() }), field);
  });

  it('names transaction_date', async () => {
    const saved = deduct();
    await expectConflict(
      saved,
      withFields(saved, { transaction_date: '20260817T17:58:58' }),
      'transaction_date',
    );
  });

  it.each(OTHER_VALUES.slice(1).map((later, index) => ({ first: OTHER_VALUES[index]!, later })))(
    'names $first.field before $later.field',
    async ({ first, later }) => {
      const saved = deduct();
      const asked = withFields(saved, {
        [first.field]: first.value(),
        [later.field]: later.value(),
        transaction_date: '20260817T17:58:59',
        transaction_data: '',
      });
      await expectConflict(saved, asked, first.field);
    },
  );

  it('names the method behind the fields that stand before it', async () => {
    const saved = deduct();
    await expectConflict(saved, { ...saved, method: 'LoadAuth' }, 'method_name');
    const other = deduct();
    const asked = { ...withFields(other, { transaction_id: freshId() }), method: 'LoadAuth' };
    await expectConflict(other, asked, 'transaction_id');
  });

  it.each(SPECIFIED_NAMES.map((name, index) => ({ name, index })))(
    'names transaction_data.$name, and it before those behind it',
    async ({ name, index }) => {
      const saved = deduct({ transaction_data: klvText(ALL_DATA) });
      const changed = ALL_DATA.map(([key, value], at) => [key, at < index ? value : 'b'] as const);
      const asked = withFields(saved, { transaction_data: klvText(changed) });
      await expectConflict(saved, asked, `transaction_data.${name}`);
    },
  );

  it('names a member that only one of the two has, in its place in the order', async () => {
    const saved = deduct({ transaction_data: klvText([['251', 'A']]) });
    const asked = withFields(saved, {
      transaction_data: klvText([
        ['002', '1'],
        ['251', 'B'],
      ]),
    });
    await expectConflict(saved, asked, 'transaction_data.tracking_number');
    const other = deduct({ transaction_data: klvText([['251', 'A']]) });
    await expectConflict(other, withFields(other, { transaction_data: '' }), 'transaction_data.network');
  });

  it('repeats no value of either call', async () => {
    const saved = deduct({ narrative: 'SAVED NARRATIVE' });
    const asked = withFields(saved, { narrative: 'ASKED NARRATIVE' });
    const requestId = requestIdOf(asked, channel.checksumForm);
    await JSON_PROXY.call(bench().url, { ...saved, requestId });
    const heard = await channel.call(bench().url, channel.takesKey ? { ...asked, requestId } : asked);
    expect(heard.bytes.toString('utf8')).not.toMatch(/(SAVED|ASKED) NARRATIVE/);
  });
}

/** Tests that members that the gateway does not know are content too. */
export function jsonConflictsContract(bench: () => Bench): void {
  it('tells calls apart by members that it does not know', async () => {
    const call = deduct();
    const { request, ...rest } = envelopeOf(call);
    const send = (zone: string) =>
      JSON_PROXY.post(bench().url, JSON.stringify({ ...rest, request: { ...request, zone } }));
    expect(await send('A')).toMatchObject({ resultCode: 1, replayed: false });
    expect(await send('A')).toMatchObject({ resultCode: 1, replayed: true });
    expectError(JSON_PROXY, await withoutTrace(bench(), () => send('B')), 'IDEMPOTENCY_CONFLICT', 'zone');
  });
}
