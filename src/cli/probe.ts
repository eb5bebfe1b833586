import { routeConfigs } from '../app/downstream.js';
import { DRIFT_WARNING_MS, type Runtime } from '../app/runtime.js';
import type { RouteConfig } from '../outbound/downstream/routes.js';
import type { PeerTls } from '../outbound/tls.js';
import type { Config } from '../platform/config.js';
import { SANDBOX_SIGNING_KEY } from '../sandbox/data.js';
import type { Store } from '../store/store.js';
import { usable } from '../use-cases/directory/directory-port.js';
import { failed, type Verdict, verdictOn } from './rehearse/answers.js';
import { CASES } from './rehearse/cases.js';
import { playCases } from './rehearse/run.js';
import { type RehearsedWallet, Stage } from './rehearse/stage.js';

/** Result of one check of `doctor`. */
export interface Finding extends Verdict {
  readonly check: string;
}

/**
 * Returns the wallet of this reference, or else the first one of the directory; or why no wallet service can be asked. Errors: UNAVAILABLE.
 */
export async function findProbed(
  { administration, directory }: Pick<Store, 'administration' | 'directory'>,
  reference: string | undefined,
): Promise<RehearsedWallet | Verdict> {
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
 * Plays the cases that move nothing, and says what came back. No breaker counts the calls, and the ledger does not save them. Never
 * throws.
 */
export async function probe(args: {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly service: WalletService;
  readonly peers: readonly PeerTls[];
  readonly wallet: RehearsedWallet;
}): Promise<Finding> {
  const { service, wallet } = args;
  const { route } = service;
  const stage = new Stage({ ...args, route, command: 'doctor', amount: 0 });
  try {
    const [, ...others] = await playCases(
      stage,
      CASES.filter(({ id }) => PROBED.includes(id)),
    );
    const [outcome] = stage.outcomes;
    const verdict = outcome === undefined ? NOT_ASKED : verdictOn(outcome, route);
    const driftMs = Math.abs(stage.downstream.states()[0]?.clockDriftMs ?? 0);
    const warnings = [
      ...(stage.acceptsOtherKey ? [OTHER_KEY] : []),
      ...others.flatMap(({ seen, why }) => (why === null ? [] : [`${seen ?? ''} ${why}`])),
      ...(driftMs > DRIFT_WARNING_MS ? [`Its clock is ${String(Math.round(driftMs / 1000))} s away.`] : []),
    ];
    return {
      check: service.check,
      result: verdict.result === 'ok' && warnings.length > 0 ? 'warning' : verdict.result,
      detail: [`A signed Balance of wallet ${wallet.reference}: ${verdict.detail}`, ...warnings].join(' '),
    };
  } finally {
    await stage.downstream.close();
  }
}

const NOT_ASKED = failed('it was not sent.');

/** Cases that move nothing. The last one judges the form of the answers to the others. */
const PROBED: readonly string[] = ['W01', 'W02', 'W03', 'W20'];

const OTHER_KEY =
  'The service accepts otherSigningKey and not signingKey, which is right only while the keys change.';
