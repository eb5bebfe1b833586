/** Looks at a transaction through the interfaces that show it, and narrows what the model knows. */
import { askGraphQL, send } from '../support/channels/index.js';
import { Violation } from './outcome.js';
import { note, type Principal, type Run } from './run.js';
import { isApproved, isDisputed, maybe, type State, type Transaction } from './transaction.js';
import { keyFor, knownWalletOf } from './run.js';
import { OPERATOR } from './world.js';

export interface Look {
  readonly state: State;
  readonly resultCode: number | null;
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly originalRequestId: string | null;
}

/** Adds the states that the gateway may have reached by itself since the model last looked. */
export function widen(run: Run, tx: Transaction): void {
  const reached = new Set(tx.possible);
  const add = (...states: readonly State[]): void => states.forEach((state) => reached.add(state));
  if (reached.has('unmatched') && knownWalletOf(run, tx.call) !== null) add('queued');
  if (reached.has('queued')) add('answered', 'in_doubt');
  if (reached.has('pending')) {
    if (tx.rules.effect === 'advice') add('queued', 'in_doubt', 'answered');
    else if (tx.rules.effect === 'none') add('answered', 'refused');
    else add('in_doubt', 'answered', 'refused');
  }
  const isAnswered = tx.sends.some(({ answer }) => answer !== null);
  if (reached.has('in_doubt') && isAnswered) add('answered');
  if (mayBeContradicted(tx, reached)) add('contradicted');
  // A signature that is refused after the deadline, while the key changes, comes to no call of the wallet service's book.
  const mayBeRefused = tx.sends.length === 0 || tx.sends.some(({ end }) => end === 'refused');
  if (reached.has('in_doubt') && mayBeRefused) add('refused');
  tx.possible = reached;
}

/** Its money moved, and its terminal or an operator may have said otherwise. */
function mayBeContradicted(tx: Transaction, reached: ReadonlySet<State>): boolean {
  if (!isMoneyMoved(tx)) return false;
  if (reached.has('answered') && isDeclinedByOperator(tx)) {
    // The late approval takes the place of the operator's decline.
    for (const { answer } of tx.sends) if (answer !== null && isApproved(answer)) tx.answers.add(answer);
    return true;
  }
  const isOpen = reached.has('in_doubt') || reached.has('pending');
  return isOpen && (tx.everHeard.size > 0 || isDisputed(tx) !== 'no' || tx.inFlight > 0);
}

const isMoneyMoved = ({ rules, sends }: Transaction): boolean =>
  rules.effect === 'money' && sends.some(({ answer }) => answer !== null && isApproved(answer));

const isDeclinedByOperator = ({ settledByOperator, answers }: Transaction): boolean =>
  settledByOperator && [...answers].some((answer) => !isApproved(answer));

/** Whether a reader may see transactions of the programme and terminal. */
export function maySee(run: Run, reader: Principal | 'operator' | 'foreign', tx: Transaction): boolean {
  const terminal = run.terminals.find(({ id }) => id === tx.call.fields['terminal_id'])!;
  if (reader === 'operator') return true;
  if (reader === 'bound') return terminal.id === run.terminals[0]!.id;
  if (reader === 'foreign') return terminal.programme === 'model-b';
  return (reader === 'client' || reader === 'other') && terminal.programme === 'model-a';
}

/** Reads the transaction as the operator. `absent` where there is no row. */
export async function look(run: Run, tx: Transaction, node?: number): Promise<Look> {
  const reply = await send(`${run.world.url(node)}/v1/transactions/${tx.requestId}`, {
    method: 'GET',
    headers: { Authorization: `Bearer ${OPERATOR}` },
  });
  const body = JSON.parse(reply.bytes.toString('utf8')) as Record<string, unknown>;
  if (reply.status === 404)
    return { state: 'absent', resultCode: null, answer: null, originalRequestId: null };
  if (reply.status !== 200)
    throw new Violation(`The report of ${tx.name} has HTTP ${String(reply.status)}: ${JSON.stringify(body)}`);
  const answer = body['answer'] as { response?: Record<string, unknown> } | null;
  return {
    state: storedState(tx, String(body['state'])) as State,
    resultCode: (answer?.response?.['resultCode'] as number | undefined) ?? null,
    answer: answer?.response ?? null,
    originalRequestId: body['original_request_id'] as string | null,
  };
}

/** Returns the state behind a shown one: `failed` is a refused call of effect `none`. An error code stays. */
function storedState({ name, rules }: Transaction, shown: string): string {
  const isFailed = shown === 'failed';
  if (isFailed !== (rules.effect === 'none') && (isFailed || shown === 'refused'))
    throw new Violation(`${name} has the effect ${rules.effect}, and is shown as ${shown}.`);
  return isFailed ? 'refused' : shown;
}

/** Looks, and requires a state that the model allows. */
export async function lookAndNarrow(run: Run, tx: Transaction, node?: number): Promise<State> {
  const before = tx.inFlight;
  const earlier = statesOf(tx);
  const seen = await look(run, tx, node);
  widen(run, tx);
  if (!earlier.has(seen.state)) requireAllowed(tx, seen);
  if (before === 0 && tx.inFlight === 0) tx.possible = new Set([seen.state]);
  if (seen.state === 'contradicted') tx.wasContradicted = true;
  return seen.state;
}

/** States that a reader may still see of a call that ends while it reads. */
const statesOf = ({ possible, inFlight }: Transaction): ReadonlySet<State> =>
  inFlight > 0 ? possible : new Set<State>();

export function requireAllowed(tx: Transaction, seen: Look): void {
  if (!tx.possible.has(seen.state))
    throw new Violation(
      `${tx.name} is ${seen.state} in the ledger; it may be ${[...tx.possible].join(' or ')}.`,
    );
  const isOfWallet = seen.answer?.['authorisation'] !== undefined;
  const given = tx.sends.some(
    ({ answer }) => answer?.fields['authorisation'] === seen.answer?.['authorisation'],
  );
  if (isOfWallet && !given)
    throw new Violation(`The ledger holds an answer of ${tx.name} that the wallet service never gave.`);
}

/** Reads with any key, over REST or GraphQL, and checks who may see what. */
export async function readAs(
  run: Run,
  tx: Transaction,
  reader: Principal | 'operator' | 'foreign',
  isGraphQL: boolean,
): Promise<void> {
  const key = readerKey(run, reader);
  const isClient = ['client', 'other', 'bound', 'foreign', 'operator'].includes(reader);
  const earlier = statesOf(tx);
  const seen = storedState(tx, isGraphQL ? await readGraphQL(run, tx, key) : await readRest(run, tx, key));
  widen(run, tx);
  const mayFind = isClient && maySee(run, reader, tx);
  note(run, `  ${reader} reads ${tx.name} over ${isGraphQL ? 'GraphQL' : 'REST'} -> ${seen}`);
  const isRevoked = reader === 'bound' && run.isBoundKeyRevoked;
  const allowed =
    !isClient || isRevoked
      ? [key === null || isRevoked ? 'UNAUTHENTICATED' : 'FORBIDDEN']
      : mayFind
        ? [...earlier, ...tx.possible].map((state) => (state === 'absent' ? 'NOT_FOUND' : state))
        : ['NOT_FOUND'];
  if (!allowed.includes(seen))
    throw new Violation(`${reader} read ${tx.name} and got ${seen}; allowed: ${allowed.join(', ')}.`);
  if (mayFind && !isRevoked && earlier.size === 0 && !maybe(tx, 'pending') && tx.inFlight === 0)
    tx.possible = new Set([seen === 'NOT_FOUND' ? 'absent' : (seen as State)]);
}

function readerKey(run: Run, reader: Principal | 'operator' | 'foreign'): string | null {
  if (reader === 'operator') return OPERATOR;
  if (reader === 'foreign') return keyFor(run, 'client', 'model-b').key;
  return keyFor(run, reader, 'model-a').key;
}

async function readRest(run: Run, tx: Transaction, key: string | null): Promise<string> {
  const reply = await send(`${run.world.url()}/v1/transactions/${tx.requestId}`, {
    method: 'GET',
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
  });
  const body = JSON.parse(reply.bytes.toString('utf8')) as { state?: string; error?: { code: string } };
  return body.error?.code ?? String(body.state);
}

async function readGraphQL(run: Run, tx: Transaction, key: string | null): Promise<string> {
  const query = 'query($id: String!) { transaction(requestId: $id) { state } }';
  const { data, errors } = await askGraphQL<{ transaction: { state: string } | null }>(
    run.world.url(),
    query,
    {
      variables: { id: tx.requestId },
      key,
    },
  );
  if (errors[0] !== undefined) return errors[0].extensions.code;
  return data?.transaction?.state.toLowerCase() ?? 'NOT_FOUND';
}
