import { isInside } from '../../../core/access/network.js';
import { FIELDS } from '../../../core/transactions/fields.js';
import { checksumArguments, type Method } from '../../../core/transactions/methods.js';
import {
  checksumMessage,
  computeChecksum,
  datedChecksum,
  DUMMY_PASSWORD,
  matchChecksum,
} from '../../../core/wire/checksum.js';
import { checksumMistake } from '../../../core/wire/checksum-mistake.js';
import { isJsonObject } from '../../../core/wire/json.js';
import { klvAsWritten } from '../../../core/wire/klv.js';
import { parseWireDate } from '../../../core/wire/wire-date.js';
import type { Clock } from '../../../platform/clock.js';
import { CardwayError, type RefusalAbout } from '../../../platform/errors.js';
import { aboutUnusable } from '../../access/authenticate-key.js';
import type { FailedAuthentication } from '../../access/failed-authentication.js';
import { type Directory, type Terminal, type Unusable, usable } from '../../directory/directory-port.js';
import { type Caller, type ChecksumText, textField, type TransactionCall } from '../call/call.js';

export interface AuthenticatedTerminal {
  readonly terminal: Terminal;
  /** Checksum in lower-case hex, also when the gateway computed it for the caller. */
  readonly checksum: string;
  /** Checksum to send downstream: as the caller wrote it, else lower-case hex. */
  readonly checksumAsWritten: string;
  /** As the ledger keeps it. */
  readonly datedChecksum: string;
}

interface Authenticated {
  readonly proof: AuthenticatedTerminal;
  /** Proofs under the terminal's older passwords, where the gateway computed the checksum. Empty outside a rotation. */
  readonly earlier: readonly AuthenticatedTerminal[];
  readonly call: TransactionCall;
}

export interface DateWindow {
  /** Greatest age of a transactionDate. Null means no limit. */
  readonly maxAgeMs: number | null;
  readonly maxAheadMs: number;
}

interface AuthenticationDeps {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly dateWindow: DateWindow;
  readonly failedAuthentication: Pick<FailedAuthentication, 'ofChecksum'>;
}

interface UnprovenCall {
  readonly method: Method;
  readonly call: TransactionCall;
  readonly caller: Caller;
}

/**
 * Finds the terminal and proves that the call is its own (docs/reference/protocol.md#checksum). A key of role client may leave
 * out the checksum where its interface allows that. The proof is then the key's reach over the terminal. An unknown terminal
 * costs the same work as a wrong checksum. For a key, a terminal of another programme is unknown.
 *
 * Returns the call with the dates that the checksum proves. Later code must not use the dates of the given call.
 *
 * Errors: UNAUTHENTICATED (unknown terminal, wrong checksum, an address or a client certificate that is not the terminal's, date
 * outside the window; does not say which), FORBIDDEN (a key bound to other terminals, whether or not this one exists), RATE_LIMITED (too many wrong
 * checksums).
 */
export async function authenticateTerminal(
  deps: AuthenticationDeps,
  { method, call: given, caller }: UnprovenCall,
): Promise<Authenticated> {
  const terminalId = textField(given, 'terminalId');
  requireBinding(caller, terminalId);
  const found = await deps.directory.terminal(terminalId);
  const listed = usable(found);
  const terminal = listed !== null && isInReach(caller, listed) ? listed : null;
  const texts = caller.checksumTexts?.() ?? [fieldTexts(method, given)];
  const claimed = given.fields['checksum'];
  const proven =
    typeof claimed === 'string'
      ? verify({ terminal, texts, claimed })
      : caller.key !== null && caller.channel === 'graphql'
        ? compute({ terminal, texts })
        : null;
  if (terminal === null || proven === null) {
    const { document } = caller;
    throw (await rejection(deps, caller, { terminalId, listed })).with({
      ...aboutRejection(found, terminal),
      mistake:
        terminal === null || typeof claimed !== 'string'
          ? undefined
          : () => mistakeIn(terminal, claimed, { method, texts, document }),
    });
  }
  // A thief of the password must not see that it is right. Operators get the real reason.
  if (!mayCallFrom(terminal, caller.address))
    throw (await rejection(deps, caller, { terminalId, listed, isElsewhere: true })).with({
      reason: 'The terminal may not call from this address.',
      programme: terminal.programme,
    });
  const call = withDates(given, proven.text);
  const outside = outsideWindow(call, deps.clock, deps.dateWindow);
  if (outside !== null)
    throw new CardwayError('UNAUTHENTICATED').with({
      reason: outside,
      programme: terminal.programme,
    });
  const { proof, earlier } = proven;
  return { proof: { terminal, ...proof }, earlier: earlier.map((one) => ({ terminal, ...one })), call };
}

async function rejection(
  { directory, failedAuthentication }: AuthenticationDeps,
  { address }: Caller,
  about: { readonly terminalId: string; readonly listed: Terminal | null; readonly isElsewhere?: boolean },
): Promise<CardwayError> {
  const { terminalId, listed, isElsewhere = false } = about;
  // Each look-up of an unknown terminal reads the store, one of a known terminal does not. This empty look-up hides the
  // difference in time, which would reveal the known terminals.
  if (listed !== null) await directory.terminal('');
  return failedAuthentication.ofChecksum({ terminalId, address, isElsewhere });
}

/** Returns the reason for operators. Callers get the same error for all of them. */
function aboutRejection(found: Terminal | Unusable | null, reached: Terminal | null): RefusalAbout {
  if (reached !== null) return { reason: 'The checksum is wrong.', programme: reached.programme };
  const listed = usable(found);
  if (listed === null) return aboutUnusable(found, 'The terminal is not known.');
  return { reason: 'The terminal belongs to another programme.', programme: listed.programme };
}

/** Returns the mistake that explains a wrong checksum of a known terminal; null for none. */
function mistakeIn(
  { passwords: [password], endedPassword, checksumAlgorithm: algorithm }: Terminal,
  claimed: string,
  { method, texts: [text], document }: UnprovenTexts,
): string | null {
  if (password === undefined || text === undefined) return null;
  const request = isJsonObject(document) ? document['request'] : undefined;
  const args = method.parameters.map(({ jsonName, type }, index) => ({
    text: text.args[index + 1] ?? '',
    kind: jsonName === FIELDS.requestAmount.jsonName ? ('amount' as const) : type,
    asWritten: type === 'klv' && isJsonObject(request) ? klvAsWritten(request[jsonName]) : undefined,
  }));
  return checksumMistake({ methodName: method.name, args, claimed, algorithm, password, endedPassword });
}

interface UnprovenTexts extends Pick<UnprovenCall, 'method'>, Pick<Caller, 'document'> {
  readonly texts: readonly ChecksumText[];
}

/** Returns whether the terminal may call from the address. An unknown address is outside every network. */
function mayCallFrom({ allowedNetworks }: Terminal, address: string | undefined): boolean {
  return allowedNetworks === null || (address !== undefined && isInside(address, allowedNetworks));
}

function withDates(call: TransactionCall, { dates }: ChecksumText): TransactionCall {
  return dates === undefined ? call : { ...call, fields: { ...call.fields, ...dates } };
}

type Proof = Omit<AuthenticatedTerminal, 'terminal'>;

/** Proof, and the text that it is computed over. */
interface MatchedProof {
  readonly proof: Proof;
  readonly earlier: readonly Proof[];
  readonly text: ChecksumText;
}

/** Returns the proof that the terminal itself would give, for advices that the gateway makes in its name. */
export function proveForTerminal(terminal: Terminal, method: Method, call: TransactionCall): Proof {
  const found = compute({ terminal, texts: [fieldTexts(method, call)] });
  if (found === null)
    throw new CardwayError('INTERNAL', { cause: new Error('The terminal has no password.') });
  return found.proof;
}

function verify(args: {
  terminal: Terminal | null;
  texts: readonly ChecksumText[];
  claimed: string;
}): MatchedProof | null {
  const messages = args.texts.map((text) => text.message);
  let matched = -1;
  for (const password of args.terminal?.passwords ?? [DUMMY_PASSWORD]) {
    const algorithm = args.terminal?.checksumAlgorithm ?? 'sha256';
    const index = matchChecksum({ algorithm, password, messages, claimed: args.claimed });
    if (matched === -1) matched = index;
  }
  const text = args.texts[matched];
  if (args.terminal === null || text === undefined) return null;
  return { text, proof: proofOf(text, args.claimed.toLowerCase(), args.claimed), earlier: [] };
}

function compute(args: { terminal: Terminal | null; texts: readonly ChecksumText[] }): MatchedProof | null {
  const { terminal } = args;
  const text = args.texts[0];
  if (terminal === null || text === undefined) return null;
  const [proof, ...earlier] = terminal.passwords.map((password) => {
    const checksum = computeChecksum(terminal.checksumAlgorithm, password, text.message);
    return proofOf(text, checksum, checksum);
  });
  return proof === undefined ? null : { text, proof, earlier };
}

function proofOf(text: ChecksumText, checksum: string, checksumAsWritten: string): Proof {
  return {
    checksum,
    checksumAsWritten,
    datedChecksum: datedChecksum(text.message, checksum),
  };
}

/** Returns the arguments as JSON and GraphQL callers write them: ints as decimal text, klv with keys ascending. */
function fieldTexts(method: Method, call: TransactionCall): ChecksumText {
  const texts = checksumArguments(method, call.fields);
  return { args: [method.name, ...texts], message: checksumMessage(method.name, texts) };
}

/** Checks the key alone, before the directory is read, so that the error reveals nothing about the terminal. */
function requireBinding({ key }: Caller, terminalId: string): void {
  if (key?.terminalIds?.includes(terminalId) ?? true) return;
  throw new CardwayError('FORBIDDEN', {
    message: 'The key is bound to other terminals.',
    field: 'terminal_id',
  });
}

/** Returns whether the key may use the terminal. A terminal proves itself without a key. */
function isInReach({ key }: Caller, terminal: Terminal): boolean {
  return key === null || key.programme === terminal.programme;
}

/**
 * Returns the reason to refuse the date, for operators; null for a good date. A referenceDate has no window, because instalment
 * notices and reversals refer to old purchases.
 */
function outsideWindow(call: TransactionCall, clock: Clock, window: DateWindow): string | null {
  const date = parseWireDate(textField(call, 'transactionDate'));
  if (date.kind !== 'ok') return null;
  const ageMs = clock.nowMs() - date.epochMs;
  if (window.maxAgeMs !== null && ageMs > window.maxAgeMs) return 'The transactionDate is too old.';
  return -ageMs > window.maxAheadMs ? 'The transactionDate is too far ahead.' : null;
}
