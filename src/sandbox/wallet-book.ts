import Database from 'better-sqlite3';
import { closeSync, openSync } from 'node:fs';
import { PARTIALLY_APPROVED } from '../core/transactions/result-codes.js';
import type { SandboxWallet } from './data.js';
import type { AnswerMembers, TypeAndValue, WalletCall } from './wallet-call.js';

interface Processed {
  readonly members: AnswerMembers;
  /** True if the request id was processed before: nothing moved this time. */
  readonly isRepeat: boolean;
}

export type WalletBook = ReturnType<typeof openWalletBook>;

/**
 * Opens the balances and processed calls of the simulated wallet service: the file `path`, created where it is missing, or
 * `:memory:`. Wallets in the file keep their balance. Each call is one transaction.
 */
export function openWalletBook(args: { readonly path: string; readonly wallets: readonly SandboxWallet[] }) {
  // The file is created here with a private mode. SQLite gives its side files the same mode.
  if (args.path !== ':memory:') closeSync(openSync(args.path, 'a', 0o600));
  const db = new Database(args.path);
  db.pragma('journal_mode = WAL');
  db.exec(TABLES);
  const sql = prepareAll(db);
  for (const wallet of args.wallets) sql.addWallet.run(wallet);
  const process = db.transaction((call: WalletCall): Processed => {
    const wallet = sql.wallet.get(call.reference);
    const known = isRead(call) ? undefined : sql.call.get(call.requestId);
    if (known !== undefined) return repeated(known, call);
    const isOwn = wallet?.customerId === call.customerId;
    const decision = isOwn ? decide(call, wallet.balance, findRelated(sql, call)) : UNKNOWN_WALLET;
    if (decision.movement !== 0) sql.move.run(decision.movement, call.reference);
    if (decision.undoes !== null) sql.undo.run(decision.undoes);
    if (!isRead(call))
      sql.addCall.run({ ...call, movement: decision.movement, members: JSON.stringify(decision.members) });
    return { members: decision.members, isRepeat: false };
  });
  return {
    process: (call: WalletCall): Processed => process.immediate(call),
    /** Returns true the first time for each request id. */
    isFirstAttempt: (requestId: string): boolean => sql.addAttempt.run(requestId).changes === 1,
    /** Returns null for a request id that was never processed. Reads are not kept. */
    find(requestId: string) {
      const row = sql.call.get(requestId);
      return row === undefined ? null : { customerId: row.customerId, members: membersOf(row) };
    },
    /** Returns minor units; null for an unknown wallet. */
    balance: (reference: string): number | null => sql.wallet.get(reference)?.balance ?? null,
    close: () => db.close(),
  };
}

const UNKNOWN_WALLET: Decision = { members: { resultCode: -4 }, movement: 0, undoes: null };

/** Returns the saved answer. The same id with other content is a duplicate transmission, -3. */
function repeated(known: CallRow, call: WalletCall): Processed {
  const isSame =
    known.method === call.method && known.reference === call.reference && known.amount === call.amount;
  return { members: isSame ? membersOf(known) : { resultCode: -3 }, isRepeat: true };
}

function membersOf(row: CallRow): AnswerMembers {
  return JSON.parse(row.members) as AnswerMembers;
}

/** Finds transactions that are related to a call. */
function findRelated(sql: Statements, call: WalletCall) {
  return {
    /** Returns the transaction that this one refers to, unless it is already reversed. */
    original: (method: string): Original | null => sql.original.get({ ...call, method }) ?? null,
    /** Returns true if a reversal of this transaction came before it. */
    isReversedBy: (method: string): boolean => sql.reversal.get({ ...call, method }) !== undefined,
  };
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS wallets (reference TEXT PRIMARY KEY, customerId INTEGER NOT NULL, balance INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS attempts (requestId TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS calls (
    requestId TEXT PRIMARY KEY, customerId INTEGER NOT NULL, method TEXT NOT NULL, terminalId TEXT NOT NULL,
    reference TEXT NOT NULL, amount INTEGER, transactionId TEXT NOT NULL, transactionDate TEXT NOT NULL,
    referenceId TEXT NOT NULL, referenceDate TEXT NOT NULL,
    movement INTEGER NOT NULL, isReversed INTEGER NOT NULL DEFAULT 0, members TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS calls_by_transaction ON calls (reference, transactionId);
  CREATE INDEX IF NOT EXISTS calls_by_original ON calls (reference, referenceId);
`;

interface CallRow {
  readonly customerId: number;
  readonly method: string;
  readonly reference: string;
  readonly amount: number | null;
  readonly members: string;
}

type Statements = ReturnType<typeof prepareAll>;

function prepareAll(db: Database.Database) {
  return {
    addWallet: db.prepare<[SandboxWallet]>(
      'INSERT OR IGNORE INTO wallets VALUES (@reference, @customerId, @balance)',
    ),
    wallet: db.prepare<[string], { customerId: number; balance: number }>(
      'SELECT customerId, balance FROM wallets WHERE reference = ?',
    ),
    move: db.prepare<[number, string]>('UPDATE wallets SET balance = balance + ? WHERE reference = ?'),
    addAttempt: db.prepare<[string]>('INSERT OR IGNORE INTO attempts VALUES (?)'),
    call: db.prepare<[string], CallRow>('SELECT * FROM calls WHERE requestId = ?'),
    addCall: db.prepare<[WalletCall & { movement: number; members: string }]>(`
      INSERT INTO calls (requestId, customerId, method, terminalId, reference, amount, transactionId, transactionDate,
        referenceId, referenceDate, movement, members)
      VALUES (@requestId, @customerId, @method, @terminalId, @reference, @amount, @transactionId, @transactionDate,
        @referenceId, @referenceDate, @movement, @members)`),
    original: db.prepare<[WalletCall], Original>(`
      SELECT requestId, movement FROM calls WHERE reference = @reference AND transactionId = @referenceId
        AND transactionDate = @referenceDate AND terminalId = @terminalId AND method = @method AND isReversed = 0
      ORDER BY rowid DESC LIMIT 1`),
    reversal: db.prepare<[WalletCall]>(`
      SELECT 1 FROM calls WHERE reference = @reference AND referenceId = @transactionId
        AND referenceDate = @transactionDate AND terminalId = @terminalId AND method = @method LIMIT 1`),
    undo: db.prepare<[Original]>(`
      UPDATE calls SET movement = movement - @movement, isReversed = movement = @movement WHERE requestId = @requestId`),
  };
}

interface Original {
  readonly requestId: string;
  /** Change of the balance that is not undone yet, in minor units. */
  readonly movement: number;
}

type Related = ReturnType<typeof findRelated>;

interface Decision {
  readonly members: AnswerMembers;
  /** Amount to add to the balance, in minor units. */
  readonly movement: number;
  /** The original that this call undoes, and how much of its movement. */
  readonly undoes: Original | null;
}

/** Returns true for a read, which moves nothing and is never answered from memory. */
function isRead(call: WalletCall): boolean {
  return call.method === 'Balance';
}

/** Decides a call of a known wallet (docs/reference/protocol.md#methods, docs/reference/protocol.md#result-codes). */
function decide(call: WalletCall, balance: number, related: Related): Decision {
  switch (call.method) {
    case 'Balance':
      return answered(withBalances(1, balance));
    case 'Deduct':
      return decideDeduct(call, balance, related);
    case 'LoadAuth':
      return related.isReversedBy('LoadAuthReversal') ? answered({ resultCode: -3 }) : move(call, balance, 1);
    case 'DeductReversal':
      return reverse(related.original('Deduct'));
    case 'LoadAuthReversal':
      return reverse(related.original('LoadAuth'));
    case 'LoadAdjustment':
      return move(call, balance, 1);
    case 'LoadReversal':
      return reverseLoad(call, balance, related.original('LoadAuth') ?? related.original('LoadAdjustment'));
    case 'DeductAdjustment':
      return move(call, balance, -1);
    case 'AdministrativeMessage':
      return answered({ resultCode: 1, ...MESSAGE_MEMBERS[call.messageName] });
    case 'Stop':
    case 'ValidatePIN':
    case 'BrazilianInstallmentSettled':
    case 'MexicanInstallmentSettled':
      return answered({ resultCode: 1 });
    default:
      return answered({ resultCode: -41 });
  }
}

function decideDeduct(call: WalletCall, balance: number, related: Related): Decision {
  if (related.isReversedBy('DeductReversal')) return answered({ resultCode: -3 });
  if (call.amount !== null && call.amount > balance) {
    if (!call.takesPart || balance <= 0) return answered(withBalances(-17, balance));
    const members = { ...withBalances(PARTIALLY_APPROVED, 0), approvalAmount: balance };
    return { members, movement: -balance, undoes: null };
  }
  const decision = move(call, balance, -1);
  return { ...decision, members: withBalances(decision.members.resultCode, balance + decision.movement) };
}

/** Returns -19 without an amount, and for a balance outside the safe integers. */
function move({ amount }: Pick<WalletCall, 'amount'>, balance: number, sign: 1 | -1): Decision {
  const movement = amount === null ? Number.NaN : sign * amount;
  if (!Number.isSafeInteger(balance + movement)) return answered({ resultCode: -19 });
  return { members: { resultCode: 1 }, movement, undoes: null };
}

/**
 * Undoes the original's movement, whatever amount the reversal names. Returns 1 also without an original
 * (docs/reference/transactions.md#originals).
 */
function reverse(original: Original | null): Decision {
  if (original === null) return answered({ resultCode: 1 });
  return { members: { resultCode: 1 }, movement: 0 - original.movement, undoes: original };
}

/** Takes back a load, or a part of it. Takes nothing without a load: the gateway sends none after its reversal. */
function reverseLoad({ amount }: WalletCall, balance: number, load: Original | null): Decision {
  if (load === null) return answered({ resultCode: 1 });
  const wanted = amount === null ? null : Math.min(amount, load.movement);
  const decision = move({ amount: wanted }, balance, -1);
  const movement = 0 - decision.movement;
  return movement === 0 ? decision : { ...decision, undoes: { ...load, movement } };
}

function answered(members: AnswerMembers): Decision {
  return { members, movement: 0, undoes: null };
}

function withBalances(resultCode: number, balance: number): AnswerMembers {
  return { resultCode, balanceAmount: balance, actualBalance: balance };
}

const MESSAGE_MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly TypeAndValue[]>>>> = {
  'digitization.activationmethods': {
    activationMethods: [
      { type: '1', value: '+1 (***) ***-0123' },
      { type: '2', value: 'c***@example.com' },
    ],
  },
  'cardholder.maskedContactDetails': {
    maskedContactDetails: [
      { type: 'phoneNumber', value: '+1 (***) ***-0123' },
      { type: 'emailAddress', value: 'c***@example.com' },
    ],
  },
};
