import { isDeepStrictEqual } from 'node:util';
import { keepText } from '../../core/keep.js';
import { hasFraction } from '../../core/transactions/normalise.js';
import { isApproval, resultText } from '../../core/transactions/result-codes.js';
import type { JsonValue } from '../../core/wire/json.js';
import type { RouteConfig } from '../../outbound/downstream/routes.js';
import type { DownstreamOutcome } from '../../use-cases/transactions/downstream-port.js';
import { certificateFailure } from '../shell.js';

/** Judges what a wallet service answered. Each function returns what is wrong, in a sentence, or null. No I/O. */

export type Problem = string | null;

type Answered = Extract<DownstreamOutcome, { kind: 'answered' }>;

/** Answers that cases expect. The resultCode is 0 where there is none, and so is the HTTP status. */
const EXPECTED = {
  'resultCode 1': (_: number, resultCode: number) => resultCode === 1,
  'a negative resultCode': (_: number, resultCode: number) => resultCode < 0,
  'HTTP 401': (httpStatus: number) => httpStatus === 401 || httpStatus === 403,
  'HTTP 404': (httpStatus: number) => httpStatus === 404,
  'HTTP 400': (httpStatus: number) => httpStatus >= 400 && httpStatus < 500,
};

/** Finds a call that got another answer than the one expected. */
export function not(expected: keyof typeof EXPECTED, what: string, outcome: DownstreamOutcome): Problem {
  const httpStatus = outcome.kind === 'timeout' ? null : outcome.httpStatus;
  const resultCode = outcome.kind === 'answered' ? outcome.answer.response.resultCode : 0;
  if (EXPECTED[expected](httpStatus ?? 0, resultCode)) return null;
  const status = httpStatus === null ? 'no answer' : `HTTP ${String(httpStatus)}`;
  return `${what} got ${expected.startsWith('HTTP') ? status : shortly(outcome)}, and not ${expected}.`;
}

/** Finds an answer that differs from the first one to the same request id. */
export function differs(first: DownstreamOutcome, again: DownstreamOutcome): Problem {
  const [one, other] = [first, again].map((each) => (each.kind === 'answered' ? each.answer.response : null));
  if (one != null && isDeepStrictEqual(one, other)) return null;
  return `The first call got ${shortly(first)}; the same request id then got ${shortly(again)}.`;
}

/** Finds a balance that moved by another amount than the one expected. Both are in minor units; positive is taken. */
export function moved(taken: number, expected: number): Problem {
  const words = taken < 0 ? `${String(-taken)} was added` : `${String(taken)} was taken`;
  return taken === expected ? null : `By its Balance, ${words}, and not ${String(expected)}.`;
}

/** Finds what is wrong with a partial approval. */
export function badPart({ answer }: Answered, taken: number, asked: number): Problem {
  const { approvalAmount: part } = answer.response;
  if (typeof part !== 'number' || part <= 0 || part >= asked)
    return `The answer with resultCode 2 has the approvalAmount ${valueText(part)}, and not an integer from 1 to ${String(asked - 1)}.`;
  return moved(taken, part);
}

/** Returns the balance of an approved Balance, in minor units; null where it cannot be measured by. */
export function balanceOf(outcome: DownstreamOutcome): number | null {
  if (outcome.kind !== 'answered' || !isApproval(outcome.answer.response.resultCode)) return null;
  const { balanceAmount, actualBalance } = outcome.answer.response;
  const balance = Number(balanceAmount ?? actualBalance ?? NaN);
  return Number.isSafeInteger(balance) ? balance : null;
}

/** Says in few words what a call got. */
export function shortly(outcome: DownstreamOutcome): string {
  if (outcome.kind === 'timeout') return 'no answer in time';
  const { httpStatus } = outcome;
  if (outcome.kind !== 'answered')
    return httpStatus === null
      ? `no answer (${outcome.reason})`
      : `HTTP ${String(httpStatus)} (${outcome.reason})${excerpt(outcome.raw)}`;
  const { resultCode, balanceAmount } = outcome.answer.response;
  const balance = balanceAmount === undefined ? '' : `, balanceAmount ${valueText(balanceAmount)}`;
  return `resultCode ${String(resultCode)}${balance}`;
}

function valueText(value: JsonValue | undefined): string {
  return keepText(JSON.stringify(value ?? null));
}

/** Finds what Cardway reads although its documentation asks wallet services for another form. */
export function wrongForms({ raw, answer }: Answered): readonly string[] {
  // A methodResponse stands in a JSON string, with escapes.
  const text = raw.replaceAll(/\\[nrt]|\\(?=\/)|\s/g, '');
  const texts = [...text.matchAll(AS_TEXT)].map(([, inJson, inXml]) => inJson ?? inXml ?? '');
  const wrongNumbers = NUMBERS.flatMap((name) => {
    const value = answer.response[name];
    if (hasFraction(value)) return [`${name} is a fraction; it must be an integer.`];
    if (texts.includes(name)) return [`${name} is a text; it must be a number.`];
    return typeof value === 'string' ? [`${name} is beyond 9007199254740991.`] : [];
  });
  return answer.customerId === null ? ['The answer names no customer_id.', ...wrongNumbers] : wrongNumbers;
}

const NUMBERS = [
  'customer_id',
  'customerId',
  'resultCode',
  'balanceAmount',
  'actualBalance',
  'approvalAmount',
];

const AS_TEXT = /"([a-zA-Z_]+)":"|<name>([a-zA-Z_]+)<\/name><value>(?:<string>)?[^<]/g;

/** Result of a check, and what came back. */
export interface Verdict {
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Says what came back for a signed Balance, and what to do. */
export function verdictOn(outcome: DownstreamOutcome, route: RouteConfig): Verdict {
  switch (outcome.kind) {
    case 'answered': {
      const { resultCode } = outcome.answer.response;
      const http = `HTTP ${String(outcome.httpStatus)}, resultCode ${String(resultCode)}`;
      if (isApproval(resultCode)) return { result: 'ok', detail: `${http}.` };
      const meaning = resultText(resultCode);
      const code = meaning === undefined ? http : `${http} (${meaning})`;
      const advice =
        'The service understands the call. Compare the wallet with its books, or name another one with --reference.';
      return { result: 'warning', detail: `${code}. ${advice}` };
    }
    case 'timeout':
      return failed(`no answer within ${String(route.timeoutMs)} ms. ${TOO_SLOW}`);
    case 'refused':
      return outcome.httpStatus === null
        ? failed(unsent(outcome.reason, route))
        : failed(
            `HTTP ${String(outcome.httpStatus)}. ${refusal(outcome.httpStatus, route)}${excerpt(outcome.raw)}`,
          );
    case 'in_doubt':
      return failed(doubt(outcome, route) + excerpt(outcome.raw));
  }
}

export function failed(detail: string): Verdict {
  return { result: 'failed', detail };
}

const TOO_SLOW = 'Calls of terminals would be in doubt. Ask the operator of the service why it is slow.';

function refusal(httpStatus: number, route: RouteConfig): string {
  switch (httpStatus) {
    case 401:
    case 403:
      return `The service refuses the key. Compare ${keySetting(route)} with the key of the service. Or a proxy drops X_msg_signature: nginx needs underscores_in_headers on.`;
    case 404:
    case 405:
      return `The address is wrong. Correct ${urlSetting(route)}.`;
    case 429:
      return 'The service refuses so many calls. Try again later, or ask its operator for more.';
    default:
      return 'The service refuses the size or the type of the call. Look for a proxy in front of it.';
  }
}

function doubt(outcome: Extract<DownstreamOutcome, { kind: 'in_doubt' }>, route: RouteConfig): string {
  const { httpStatus, reason } = outcome;
  if (httpStatus === null)
    return `the connection ended without an answer (${reason}). ${certificateFailure(reason) ?? CUT}`;
  const http = `HTTP ${String(httpStatus)}`;
  if (reason === 'redirect')
    return `${http}. The gateway follows no redirect. Put the address that it leads to into ${urlSetting(route)}.`;
  if (reason === 'status')
    return `${http}. The service, or a proxy in front of it, fails. Calls would be in doubt.`;
  return `${http}, and the answer cannot be used (${reason}). docs/transactions.md, "Failures", explains the word. Calls would be in doubt.`;
}

const CUT =
  'Look for a restart of the service, a proxy that cuts connections, or a client certificate (outboundTls) that the service refuses.';

function unsent(reason: string, route: RouteConfig): string {
  const [, code = ''] = reason.split(':');
  const host = new URL(route.url).host;
  if (code === '') return `no connection to ${host} within ${String(route.timeoutMs)} ms (${reason}).`;
  const why =
    CONNECTION_FAILURES.find(({ codes }) => codes.test(code))?.why ?? certificateFailure(code) ?? NO_NETWORK;
  return `no connection to ${host} (${code}). ${why}`;
}

const NO_NETWORK = 'Check host, port, firewall and proxy of this machine.';

const CONNECTION_FAILURES: readonly { readonly codes: RegExp; readonly why: string }[] = [
  {
    codes: /^ECONNREFUSED$/,
    why: 'Nothing listens there. Check host and port, and whether the service runs.',
  },
  { codes: /^(ENOTFOUND|EAI_AGAIN)$/, why: 'The name of the host is not known. Check the name and the DNS.' },
  { codes: /TIMEOUT|ETIMEDOUT/, why: 'Nothing answers there. A firewall may drop the packets.' },
];

function urlSetting({ name, methods }: RouteConfig): string {
  return methods.length === 0 ? 'downstream.url' : `routes.${name}.url`;
}

function keySetting({ name, methods }: RouteConfig): string {
  return methods.length === 0 ? 'signingKey' : `signingKey, or that of the route ${name},`;
}

/** Returns the beginning of an answer on one line, without secrets and card numbers. */
function excerpt(raw: string | null): string {
  const text = keepText(raw ?? '', EXCERPT_READ)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  if (text === '') return '';
  const shown = text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text;
  return ` It says: ${shown}`;
}

const EXCERPT_MAX = 200;
const EXCERPT_READ = 4096;
