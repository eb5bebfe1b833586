import { randomBytes } from 'node:crypto';
import { routeConfigs } from '../app/downstream.js';
import { DRIFT_WARNING_MS, type Runtime } from '../app/runtime.js';
import { composeEnvelope, NOTHING_PASSED_THROUGH } from '../core/transactions/envelope.js';
import { methodTable } from '../core/transactions/methods.js';
import { hasFraction } from '../core/transactions/normalise.js';
import { isApproval, resultText } from '../core/transactions/result-codes.js';
import { deriveRequestId } from '../core/transactions/transaction.js';
import { keepText } from '../core/keep.js';
import { formatWireDate } from '../core/wire/wire-date.js';
import { createDownstream } from '../outbound/downstream/client.js';
import { DOWNSTREAM_DEFAULTS, type RouteConfig } from '../outbound/downstream/routes.js';
import { type PeerTls, tlsFor } from '../outbound/tls.js';
import { addMs, momentOf } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import { SANDBOX_SIGNING_KEY } from '../sandbox/data.js';
import type { Store } from '../store/store.js';
import { type Terminal, usable } from '../use-cases/directory/directory-port.js';
import { proveForTerminal } from '../use-cases/transactions/admit/authenticate-terminal.js';
import type { DownstreamOutcome } from '../use-cases/transactions/downstream-port.js';
import { certificateFailure } from './shell.js';

/** Result of one check of `doctor`. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Also says why no wallet service was asked. */
export type Verdict = Omit<Finding, 'check'>;

/** Wallet whose balance the probe asks for. */
export interface ProbedWallet {
  readonly reference: string;
  readonly customerId: number;
  readonly cardId: number;
  /** First terminal of the wallet's programme that may call. Null where none exists. */
  readonly terminal: Terminal | null;
}

/**
 * Returns the wallet of this reference, or else the first one of the directory; or why there is none to ask for. Errors: UNAVAILABLE.
 */
export async function findProbed(
  { administration, directory }: Pick<Store, 'administration' | 'directory'>,
  reference: string | undefined,
): Promise<ProbedWallet | Verdict> {
  const { wallets, terminals } = administration;
  const wallet =
    reference === undefined
      ? ((await wallets.list({ filter: {}, first: 1 })).rows[0] ?? null)
      : await wallets.find(reference);
  if (wallet === null && reference === undefined) return EMPTY_DIRECTORY;
  const card = wallet?.cards.find(({ isDefault }) => isDefault) ?? wallet?.cards[0];
  if (wallet === null || card === undefined) return withoutCard(wallet?.reference ?? reference ?? '');
  const { customerId, programme } = wallet;
  const { rows } = await terminals.list({ filter: { programme } });
  const first = rows.find(({ isDisabled }) => !isDisabled);
  const terminal = first === undefined ? null : usable(await directory.terminal(first.terminalId));
  return { reference: wallet.reference, customerId, cardId: card.cardId, terminal };
}

const EMPTY_DIRECTORY: Verdict = {
  result: 'warning',
  detail:
    'The directory has no wallet, so no signed Balance was sent. Add a wallet with cardway wallets add, and run doctor again. --reference chooses one of several.',
};

function withoutCard(reference: string): Verdict {
  return failed(
    `The directory has no wallet ${reference} with a card, so no signed Balance was sent. Add it with cardway wallets add, or name another one with --reference.`,
  );
}

/** Wallet service: routes with one URL and one key. */
export interface WalletService {
  readonly check: string;
  /** The first of its routes. */
  readonly route: RouteConfig;
}

/** Returns the wallet services of the configuration, each once. Those of the sandbox's simulator are left out. */
export function walletServicesOf(config: Config): readonly WalletService[] {
  const { url } = config.settings.downstream;
  const sandbox = config.isSandbox ? { walletUrl: NOWHERE, signingKey: SANDBOX_SIGNING_KEY } : null;
  const byService = new Map<string, RouteConfig[]>();
  for (const route of routeConfigs(config, sandbox)) {
    if (url === undefined && route.methods.length === 0) continue;
    const keys = route.signingKeys.map((key) => key?.toString('hex'));
    const service = `${route.url} ${keys.join(' ')}`;
    byService.set(service, [...(byService.get(service) ?? []), route]);
  }
  return [...byService.values()].flatMap((routes) => {
    const check = `wallet service (${routes.map(({ name }) => name).join(', ')})`;
    return routes.slice(0, 1).map((route) => ({ check, route }));
  });
}

/** Place of the simulated wallet service, which only `serve` starts. */
const NOWHERE = 'http://127.0.0.1/';

/**
 * Asks a wallet service for the balance of a wallet, with envelope, header and signature of a real call, and says what came back.
 * If the service answers, it is asked once more with a wrong signature, which it must refuse. No breaker counts the calls, and the ledger does not save them. Never throws.
 */
export async function probe(args: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly service: WalletService;
  readonly peers: readonly PeerTls[];
  readonly wallet: ProbedWallet;
}): Promise<Finding> {
  const { config, runtime, service, wallet, peers } = args;
  const { route } = service;
  const warnings: string[] = [];
  const downstream = createDownstream({
    ...runtime,
    routes: [
      { ...route, methods: [] },
      { ...route, name: FORGED, methods: [FORGED], signingKeys: [randomBytes(32)] },
    ],
    settings: { ...DOWNSTREAM_DEFAULTS, concurrentMax: config.settings.downstream.concurrentMax },
    tlsOf: (url) => tlsFor(peers, url),
    onSigningKey: () => warnings.push(OTHER_KEY),
  });
  const ask = (name: string): Promise<DownstreamOutcome> =>
    downstream.send({
      route: name,
      methodName: BALANCE,
      customerId: wallet.customerId,
      deadline: addMs(momentOf(runtime.clock), route.timeoutMs),
      always: true,
      ...balanceOf(config, runtime, wallet),
    });
  try {
    const outcome = await ask(route.name);
    const verdict = verdictOn(outcome, route);
    if (outcome.kind === 'answered')
      warnings.push(...formWarnings(outcome), ...signatureWarnings(await ask(FORGED)));
    const driftMs = Math.abs(downstream.states()[0]?.clockDriftMs ?? 0);
    if (driftMs > DRIFT_WARNING_MS)
      warnings.push(`Its clock is ${String(Math.round(driftMs / 1000))} s away.`);
    return {
      check: service.check,
      result: verdict.result === 'ok' && warnings.length > 0 ? 'warning' : verdict.result,
      detail: [`A signed Balance of wallet ${wallet.reference}: ${verdict.detail}`, ...warnings].join(' '),
    };
  } finally {
    await downstream.close();
  }
}

const BALANCE = 'Balance';

/** Route with a key that no service has. No route of a configuration may have this name. */
const FORGED = 'wrong signature';

/** Finds what Cardway reads although its documentation asks wallet services for another form. */
function formWarnings({ raw, answer }: Extract<DownstreamOutcome, { kind: 'answered' }>): readonly string[] {
  // A methodResponse stands in a JSON string, with escapes.
  const text = raw.replaceAll(/\\[nrt]|\\(?=\/)|\s/g, '');
  const texts = [...text.matchAll(AS_TEXT)].map(([, inJson, inXml]) => inJson ?? inXml ?? '');
  const wrongNumbers = NUMBERS.flatMap((name) => {
    if (hasFraction(answer.response[name])) return [`${name} is a fraction; it must be an integer.`];
    return texts.includes(name) ? [`${name} is a text; it must be a number.`] : [];
  });
  return answer.customerId === null ? ['The answer names no customer_id.', ...wrongNumbers] : wrongNumbers;
}

const NUMBERS = ['customer_id', 'customerId', 'resultCode', 'balanceAmount', 'actualBalance'];

const AS_TEXT = /"([a-zA-Z_]+)":"|<name>([a-zA-Z_]+)<\/name><value>(?:<string>)?[^<]/g;

function signatureWarnings(outcome: DownstreamOutcome): readonly string[] {
  const httpStatus = outcome.kind === 'timeout' ? null : outcome.httpStatus;
  if (httpStatus === 401 || httpStatus === 403) return [];
  const got = httpStatus === null ? 'no answer' : `HTTP ${String(httpStatus)}`;
  return [
    `A Balance with a wrong signature got ${got}, and not HTTP 401. If the service does not check X_msg_signature, everybody who reaches it can move money.`,
  ];
}

const OTHER_KEY =
  'The service accepts otherSigningKey and not signingKey, which is right only while the keys change.';

/** Returns a Balance as the terminal would send it. Without a terminal it has no terminal_id and no checksum. */
function balanceOf(
  config: Config,
  runtime: Runtime,
  { reference, customerId, cardId, terminal }: ProbedWallet,
): { readonly requestId: string; readonly body: Buffer } {
  const method = methodTable(config.methods).find(BALANCE);
  if (method === undefined) throw new CardwayError('INTERNAL', { cause: new Error('There is no Balance.') });
  const number = Math.floor(runtime.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
  const transactionDate = formatWireDate(runtime.clock.nowMs());
  const fields = {
    ...(terminal === null ? {} : { terminalId: terminal.terminalId }),
    reference,
    narrative: 'cardway doctor',
    transactionData: {},
    transactionId: `DOCTOR-${number}`,
    transactionDate,
  };
  const call = {
    methodName: BALANCE,
    fields,
    customerId,
    cardId,
    requestId: null,
    passThrough: NOTHING_PASSED_THROUGH,
  };
  const checksum = terminal === null ? undefined : proveForTerminal(terminal, method, call).checksum;
  const requestId = deriveRequestId({ cardId, wireDate: transactionDate, checksum: checksum ?? number });
  const envelope = composeEnvelope({
    ...call,
    method,
    fields: { ...fields, ...method.fixed, checksum, methodName: BALANCE },
    requestId,
  });
  return { requestId, body: Buffer.from(JSON.stringify(envelope)) };
}

function verdictOn(outcome: DownstreamOutcome, route: RouteConfig): Verdict {
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

function failed(detail: string): Verdict {
  return { result: 'failed', detail };
}

const TOO_SLOW = 'Calls of terminals would be in doubt. Ask the operator of the service why it is slow.';

function refusal(httpStatus: number, route: RouteConfig): string {
  switch (httpStatus) {
    case 401:
    case 403:
      return `The service refuses the key. Compare ${keySetting(route)} with the key of the service. A proxy may also drop X_msg_signature; doctor --probe-url checks that.`;
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
