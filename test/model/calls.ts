/** Calls of the model: what is drawn, and how it is composed. */
import fc from 'fast-check';
import {
  checksumOf,
  KEY_CHANNELS,
  klvText,
  requestIdOf,
  XML_CHANNELS,
  type Call,
} from '../support/channels/index.js';
import { cardOfTerminal, keyFor, terminalOf, type Principal, type Run } from './run.js';
import { pick } from './steps.js';
import {
  createTransaction,
  maybe,
  momentOf,
  only,
  wireDate,
  type MethodName,
  type Transaction,
} from './transaction.js';
import type { Manner } from './wallet-service.js';

export const MANNERS: fc.Arbitrary<Manner> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Manner>('approve') },
  { weight: 1, arbitrary: fc.constantFrom<Manner>('partial', 'decline') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Manner>(
      'error500',
      'error500Moved',
      'cut',
      'cutMoved',
      'half',
      'garbage',
      'fault',
      'noCode',
      'otherCustomer',
      'redirect',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<Manner>('refuse403', 'refuse404', 'refuse429') },
);

export const PRINCIPALS: fc.Arbitrary<Principal> = fc.constantFrom<Principal>(
  'terminal',
  'terminal',
  'client',
  'client',
  'other',
  'bound',
);

const CALLS: fc.Arbitrary<MethodName> = fc.constantFrom<MethodName>(
  ...([
    'Deduct',
    'Deduct',
    'Deduct',
    'LoadAuth',
    'LoadAuth',
    'Balance',
    'ValidatePIN',
    'AdministrativeMessage',
    'Stop',
  ] as const),
);

export const small = fc.nat({ max: 50 });

export interface NewCall {
  readonly method: MethodName;
  /** Terminal and wallet. */
  readonly place: readonly [terminal: number, wallet: number];
  readonly card: number;
  readonly principal: Principal;
  readonly channel: number;
  readonly amount: number;
  /** Uses the transaction id of an earlier call again, this many seconds away from its date. */
  readonly again: { readonly of: number; readonly seconds: number } | null;
  /** A request id of the caller's own. */
  readonly ownId: boolean;
  /** Zone that its dates are written in. */
  readonly zone: string | null;
}

/** Mostly a wallet of the terminal's programme that the directory knows. */
const PLACES: readonly (readonly [number, number])[] = [
  ...[0, 1].flatMap((terminal) => [0, 1, 1].map((wallet) => [terminal, wallet] as const)),
  ...([
    [0, 0],
    [1, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 3],
    [1, 3],
  ] as const),
];

/** Zones of dates. Only a terminal's call may have one. */
export const ZONES = fc.constantFrom(null, null, null, null, 'Z', '+02:00', '-0330');

export const NEW_CALL: fc.Arbitrary<NewCall> = fc.record({
  method: CALLS,
  place: fc.constantFrom(...PLACES),
  card: fc.nat({ max: 1 }),
  principal: PRINCIPALS,
  channel: fc.nat({ max: 1 }),
  amount: fc.integer({ min: 1, max: 5000 }),
  again: fc.option(fc.record({ of: small, seconds: fc.constantFrom(0, 1, 7200, 100_000) }), { freq: 5 }),
  ownId: fc.boolean(),
  zone: ZONES,
});

export const channelFor = (principal: Principal, number: number) =>
  pick(principal === 'terminal' ? XML_CHANNELS : KEY_CHANNELS, number);

/** The same call with its dates in this zone, under the checksum over the dates in UTC. */
export function zoned({ call, checksum }: Transaction, zone: string | null): Call {
  if (zone === null) return call;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const fields = Object.entries(call.fields).map(([name, text]) =>
    name.endsWith('_date') ? [name, shifted(text, ahead) + zone] : [name, text],
  );
  return { ...call, checksum, fields: Object.fromEntries(fields) as Call['fields'] };
}

/** Returns the transaction that this call is: an earlier one, or a new one. */
export function transactionOf(run: Run, args: NewCall): Transaction {
  const call = composeCall(run, args);
  const isKeyless = args.principal === 'terminal';
  const requestId = String(call.requestId);
  const checksum = checksumOf(call, 'canonical');
  const known = run.transactions.find(
    (tx) =>
      (isKeyless && tx.keyId === null && tx.checksum === checksum && only(tx, 'absent') === false) ||
      tx.requestId === requestId,
  );
  if (known !== undefined) return known;
  const keyId = keyFor(run, args.principal, terminalOf(run, call).programme).keyId;
  const tx = createTransaction({
    name: `${args.method} ${String(run.transactions.length + 1)}`,
    method: args.method,
    call,
    keyId,
  });
  run.transactions.push(tx);
  return tx;
}

/** Composes a call with its request id. */
export function composeCall(run: Run, args: NewCall): Call {
  const [at, of] = args.place;
  const terminal = run.terminals[at]!;
  const wallet = run.wallets[of]!;
  // A call without KLV names no card.
  const card =
    args.method === 'ValidatePIN'
      ? wallet.cards.find(({ cardId }) => cardId === wallet.defaultCardId)!
      : pick(wallet.cards, args.card);
  const number = run.transactions.length + 1;
  const earlier = run.transactions.filter(
    ({ rules, ownReversalOf }) => rules.effect === 'money' && ownReversalOf === null,
  );
  const same = args.again === null || earlier.length === 0 ? null : pick(earlier, args.again.of);
  const date =
    same === null || args.again === null
      ? wireDate(run.startMs + number * 1000)
      : shifted(same.call.fields['transaction_date']!, args.again.seconds);
  const fields: Record<string, string> = {
    terminal_id: terminal.id,
    reference: wallet.reference,
    ...fieldsOf(args, card.trackingNumber),
    transaction_id: same?.call.fields['transaction_id'] ?? `t${String(number)}`,
    transaction_date: date,
  };
  const call: Call = {
    method: args.method,
    fields,
    password: terminal.passwords[0]!,
    customerId: wallet.customerId,
    cardId: card.cardId,
  };
  if (args.principal === 'terminal') return asTerminal(run, call);
  const ownId = `${String(card.cardId)}_${date.replace(/\D/g, '')}_${String(number)}`;
  return { ...call, requestId: args.ownId ? ownId : requestIdOf(call) };
}

/** The call as a terminal makes it now: the directory gives its card, and so its request id. */
export function asTerminal(run: Run, call: Call): Call {
  const cardId = cardOfTerminal(run, call);
  const requestId = requestIdOf({ ...call, cardId, requestId: undefined });
  return { ...call, cardId: cardId === 0 ? call.cardId : cardId, requestId };
}

function fieldsOf({ method, amount }: NewCall, trackingNumber: string | null): Record<string, string> {
  const klv = klvText([
    ...(trackingNumber === null ? [] : [['002', trackingNumber] as const]),
    ['026', '5712'],
  ]);
  switch (method) {
    case 'Deduct':
    case 'LoadAuth':
      return {
        request_amount: String(amount),
        narrative: `SHOP ${String(amount)}`,
        transaction_type: '00',
        transaction_data: klv,
      };
    case 'Balance':
      return { narrative: `SHOP ${String(amount)}`, transaction_data: klv };
    case 'AdministrativeMessage':
      return { message_name: '3DSecureOTP', message_data: klv };
    case 'Stop':
      return { voucher_number: '2310XXXXXXXX5112', stop_reason: '4', transaction_data: klv };
    case 'ValidatePIN':
      return { pin_block: 'D45201B9E3136796' };
    default:
      throw new Error(`${method} is no new call.`);
  }
}

const shifted = (date: string, seconds: number): string => wireDate(momentOf(date) + seconds * 1000);

export function reversalOf(
  run: Run,
  original: Transaction,
  principal: Principal,
  seconds: number,
): Transaction {
  const { fields } = original.call;
  const method = original.method === 'LoadAuth' ? 'LoadAuthReversal' : 'DeductReversal';
  const number = run.transactions.length + 1;
  const call: Call = {
    method,
    fields: {
      terminal_id: fields['terminal_id']!,
      reference: fields['reference']!,
      request_amount: fields['request_amount']!,
      narrative: fields['narrative']!,
      transaction_data: trackingOf(fields['transaction_data']!),
      reference_id: fields['transaction_id']!,
      reference_date: shifted(fields['transaction_date']!, seconds),
      transaction_id: `r${String(number)}`,
      transaction_date: wireDate(run.startMs + number * 1000),
    },
    password: terminalOf(run, original.call).passwords[0]!,
    customerId: original.call.customerId,
    cardId: original.call.cardId,
  };
  const tx = createTransaction({
    name: `${method} ${String(number)} of ${original.name}${seconds === 0 ? '' : ` (${String(seconds)} s off)`}`,
    method,
    call: principal === 'terminal' ? asTerminal(run, call) : { ...call, requestId: requestIdOf(call) },
    keyId: keyFor(run, principal, terminalOf(run, call).programme).keyId,
  });
  run.transactions.push(tx);
  return tx;
}

const trackingOf = (data: string): string => data;

/** Whether this principal's call of the same content is the same transaction. */
export function isRepeatable(run: Run, tx: Transaction, principal: Principal): boolean {
  if (tx.ownReversalOf !== null) return false;
  if (principal === 'bound' && terminalOf(run, tx.call) !== run.terminals[0]) return false;
  // A key names its card, and the request id begins with it.
  if (principal !== 'terminal') return tx.requestId.startsWith(`${String(tx.call.cardId)}_`);
  // A terminal's call joins an earlier one without a key by its checksum, and any by the derived id.
  if (tx.keyId === null && !maybe(tx, 'absent')) return true;
  const { requestId, cardId } = asTerminal(run, tx.call);
  return requestId === tx.requestId && cardId === tx.call.cardId;
}
