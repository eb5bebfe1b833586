/** Checks of a run whose calls have ended: nothing is lost, nothing moved twice, and every promise about the end holds. */
import { until } from '../life/until.js';
import { checkEvents } from './events.js';
import { look, requireAllowed, widen, type Look } from './looks.js';
import { Violation } from './outcome.js';
import { knownWalletOf, operate, throwViolations, type Run } from './run.js';
import { isApproved, maybe, only, type Transaction } from './transaction.js';

/** Longest wait for the gateway's own work. A reversal of its own that a kill interrupted takes 10 s. */
const REST_MS = 60_000;

export async function checkAtRest(run: Run): Promise<void> {
  await Promise.all(run.inFlight);
  throwViolations(run);
  for (const tx of run.transactions)
    for (const send of tx.sends) if (send.end === 'open') send.release('cut');
  const looks = await untilAtRest(run);
  for (const [tx, seen] of looks) {
    widen(run, tx);
    requireAllowed(tx, seen);
    tx.possible = new Set([seen.state]);
  }
  for (const [tx, seen] of looks) {
    checkOriginal(run, tx, seen);
    checkMoney(tx, seen);
    checkDoubt(tx, seen);
    checkAdvice(tx, seen);
  }
  await checkGivenBack(run);
  await checkLedgerIsWhole(run);
  await checkEvents(run, looks);
  throwViolations(run);
}

const OPEN: ReadonlySet<string> = new Set(['pending', 'queued']);

/** Reads every transaction until nothing is under way. */
async function untilAtRest(run: Run): Promise<ReadonlyMap<Transaction, Look>> {
  const looks = new Map<Transaction, Look>();
  const isAtRest = async (tx: Transaction): Promise<boolean> => {
    const seen = await look(run, tx);
    looks.set(tx, seen);
    if (OPEN.has(seen.state) || isAnsweredDoubt(tx, seen) || isDeclinedThoughMoved(tx, seen)) return false;
    return !(seen.state === 'unmatched' && knownWalletOf(run, tx.call) !== null);
  };
  for (const tx of run.transactions) {
    await until(`${tx.name} is at rest`, () => isAtRest(tx), REST_MS).catch(() => {
      const answered = hasUsable(tx) ? ', and the gateway got an answer' : '';
      throw new Violation(`${tx.name} stays ${String(looks.get(tx)?.state)}${answered}.`);
    });
  }
  return looks;
}

const hasUsable = ({ sends }: Transaction): boolean => sends.some(({ end }) => end === 'usable');

/** A late answer is saved once the store takes it, also one to an earlier attempt. */
const isAnsweredDoubt = (tx: Transaction, { state }: Look): boolean =>
  state === 'in_doubt' && hasUsable(tx) && !tx.isInterrupted && tx.rules.effect !== 'none';

/** A late approval contradicts an operator who declined the transaction. */
const isDeclinedThoughMoved = (tx: Transaction, { state, resultCode }: Look): boolean =>
  state === 'answered' &&
  resultCode !== null &&
  resultCode < 0 &&
  tx.rules.effect === 'money' &&
  tx.sends.some(({ answer }) => answer !== null && isApproved(answer)) &&
  !tx.isInterrupted;

/** A reversal is linked to the original that the contract names. Where the model cannot know it, the ledger says it. */
function checkOriginal(run: Run, tx: Transaction, { state, originalRequestId }: Look): void {
  if (tx.rules.reverses.length === 0 || state === 'absent' || tx.ownReversalOf !== null) return;
  const linked = run.transactions.find(({ requestId }) => requestId === originalRequestId) ?? null;
  if (tx.original === undefined) tx.original = linked;
  else if (tx.original !== linked)
    throw new Violation(
      `${tx.name} is linked to ${linked?.name ?? 'nothing'}, and not to ${tx.original?.name ?? 'nothing'}.`,
    );
}

function checkMoney(tx: Transaction, seen: Look): void {
  if (tx.rules.effect === 'none') return;
  const moved = tx.sends.filter(({ processed }) => processed !== null && processed > 0);
  if (moved.length > 1) throw new Violation(`${tx.name} moved money ${String(moved.length)} times.`);
  if (tx.sends.length > 0 && seen.state === 'absent')
    throw new Violation(`${tx.name} was sent, and the ledger does not know it.`);
  if (seen.state === 'refused' && moved.length > 0)
    throw new Violation(`${tx.name} is refused, and its money moved.`);
}

function checkDoubt(tx: Transaction, seen: Look): void {
  if (seen.state === 'answered' && seen.answer?.['authorisation'] !== undefined) return;
  const isAnswered = tx.sends.some(({ answer }) => answer !== null);
  if (seen.state === 'answered' && tx.rules.effect !== 'advice' && !tx.settledByOperator)
    throw new Violation(
      `${tx.name} is answered, and nobody gave its answer${isAnswered ? ' that is in the ledger' : ''}.`,
    );
}

function checkAdvice(tx: Transaction, seen: Look): void {
  if (
    tx.rules.effect !== 'advice' ||
    tx.settledByOperator ||
    seen.state !== 'answered' ||
    seen.answer !== null
  )
    return;
  const { original } = tx;
  const mayBeUnsent =
    original === undefined || (original !== null && (maybe(original, 'refused') || original.wasContradicted));
  if (tx.sends.length === 0 && !mayBeUnsent)
    throw new Violation(`${tx.name} is answered, and was never sent.`);
}

/** Money that moved although its terminal got a decline is given back once. */
async function checkGivenBack(run: Run): Promise<void> {
  for (const tx of run.transactions.filter((one) => only(one, 'contradicted'))) {
    const givesBack = (): boolean =>
      run.transactions.some(
        (one) => one.rules.reverses.length > 0 && one.original === tx && one.sends.length > 0,
      );
    const isAtRest = async (): Promise<boolean> => givesBack() || (await leftReversals(run, tx)).length > 0;
    await until(`${tx.name} is given back`, isAtRest, REST_MS).catch(() => {
      throw new Violation(`${tx.name} is contradicted, and nothing gives its money back.`);
    });
  }
  for (const tx of run.transactions) {
    const isMoved = tx.sends.some(({ answer }) => answer !== null && isApproved(answer));
    const got = [...tx.everHeard].join(', ');
    if (
      tx.rules.effect === 'money' &&
      isMoved &&
      only(tx, 'answered') &&
      tx.terminalHeard.size > 0 &&
      !tx.wasContradicted &&
      !tx.settledByOperator
    )
      throw new Violation(`${tx.name} moved money, its terminal got ${got}, and it is quietly answered.`);
  }
}

/**
 * Request ids of reversals of the gateway's own that were never sent, as far as the wallet service knows: the process was killed when
 * it was about to send them. On a route that does not dedupe, only an operator can go on with them.
 */
async function leftReversals(run: Run, { requestId }: Transaction): Promise<readonly string[]> {
  if (!run.counts.has('fault kill')) return [];
  const { transaction } = await operate<Linked>(run, LINKED, { requestId });
  return (transaction?.linked ?? [])
    .filter(({ channel, state }) => channel === 'GATEWAY' && state === 'IN_DOUBT')
    .map((linked) => linked.requestId)
    .filter((id) => !run.transactions.some((tx) => tx.requestId === id));
}

interface Linked {
  readonly transaction: {
    readonly linked: readonly {
      readonly requestId: string;
      readonly channel: string;
      readonly state: string;
    }[];
  } | null;
}

const LINKED =
  'query($requestId: String!) { transaction(requestId: $requestId) { linked { requestId channel state } } }';

/** The list of the terminals' transactions has these and no others. A reversal of the gateway's own is known once it was sent. */
async function checkLedgerIsWhole(run: Run): Promise<void> {
  const contradicted = run.transactions.filter((tx) => only(tx, 'contradicted'));
  const left = (await Promise.all(contradicted.map((tx) => leftReversals(run, tx)))).flat();
  for (const { id } of run.terminals) {
    let listed: readonly string[] = [];
    const expected = () =>
      run.transactions
        .filter((tx) => tx.call.fields['terminal_id'] === id && !only(tx, 'absent'))
        .map(({ requestId }) => requestId);
    const isWhole = async (): Promise<boolean> => {
      listed = (await listOf(run, id)).filter((requestId) => !left.includes(requestId));
      return [...listed].sort().join() === expected().sort().join();
    };
    await until(`the list of terminal ${id} is whole`, isWhole, REST_MS).catch(() => {
      const missing = expected().filter((requestId) => !listed.includes(requestId));
      const unknown = listed.filter((requestId) => !expected().includes(requestId));
      throw new Violation(
        `The list of terminal ${id} lacks ${missing.join(', ') || 'nothing'} and has ${unknown.join(', ') || 'nothing'} that nobody called.`,
      );
    });
  }
}

async function listOf(run: Run, id: string): Promise<readonly string[]> {
  const listed: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const page: ListPage = await operate<ListPage>(run, LIST, { id, after });
    listed.push(...page.transactions.edges.map(({ node }) => node.requestId));
    after = page.transactions.pageInfo.endCursor;
    more = page.transactions.pageInfo.hasNextPage;
  }
  return listed;
}

interface ListPage {
  readonly transactions: {
    readonly edges: readonly { readonly node: { readonly requestId: string } }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

const LIST =
  'query($id: String, $after: String) { transactions(filter: { terminalId: $id }, first: 100, after: $after) { edges { node { requestId } } pageInfo { endCursor hasNextPage } } }';
