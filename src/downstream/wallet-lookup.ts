import type { JsonValue } from '../core/json.js';
import type { AskForWallet, Clock, Timer, WalletAnswer, WalletQuestion } from '../usecase/ports.js';
import { isRouteFailure } from './answer.js';
import { attempt, enter } from './attempt.js';
import type { Lane } from './lane.js';
import { createLanes } from './lanes.js';
import type { RouteConfig } from './routes.js';
import type { DownstreamSettings } from './settings.js';
import { understandWallet } from './wallet-answer.js';

/** Where to ask, and what the question is signed with. */
export type WalletLookupConfig = Pick<RouteConfig, 'url' | 'timeoutMs' | 'signingKey' | 'otherSigningKey'>;

export interface WalletLookupClient {
  readonly ask: AskForWallet;
  /** Makes ready for another one; `take`, which cannot fail, lets questions go by it. Throws INTERNAL for what cannot be used. */
  prepareReload(config: WalletLookupConfig): { take(): void };
  close(): Promise<void>;
}

/**
 * Asks the customer's service for wallets: `POST {"reference", "programme"}`, with `X_msg_signature` over these bytes as on every
 * call to a wallet service, and with a breaker, a bulkhead and connections of its own. A question moves nothing, so one that had no
 * answer in time is given up.
 *
 * Reasons of trouble: deadline_passed, bulkhead, breaker, no_answer_in_time, status, unreadable, unusable, other_reference, and those of
 * the exchange (not_connected[:code], cut[:code], too_large, closed).
 *
 * Throws INTERNAL for a URL or a key that cannot be used.
 */
export function createWalletLookupClient(deps: {
  readonly config: WalletLookupConfig;
  readonly settings: DownstreamSettings;
  readonly readJson: (body: Buffer) => JsonValue;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onSigningKey?: () => void;
}): WalletLookupClient {
  const lanes = createLanes({ ...deps, routes: [routeOf(deps.config)] });
  return {
    ask(question) {
      const [lane] = lanes.all;
      return lane === undefined ? Promise.resolve(trouble('closed')) : ask(deps, lane, question);
    },
    prepareReload: (config) => lanes.prepare([routeOf(config)]),
    close: () => lanes.close(),
  };
}

async function ask(
  deps: Parameters<typeof createWalletLookupClient>[0],
  lane: Lane,
  question: WalletQuestion,
): Promise<WalletAnswer> {
  const { reference, programme, deadline } = question;
  const call = { body: Buffer.from(JSON.stringify({ reference, programme })), deadline };
  const entry = await enter(deps, lane, call, programme);
  if (entry.kind === 'turned_away') return trouble(entry.reason);
  const { exchange, ending } = await attempt(deps, lane, call);
  entry.conclude(ending === null || isRouteFailure(ending));
  if (ending !== null) return understandWallet(ending, question, deps.readJson);
  exchange.cancel('no_answer_in_time');
  return trouble('no_answer_in_time');
}

function routeOf(config: WalletLookupConfig): RouteConfig {
  return { ...config, name: 'wallet-lookup', methods: [], dedupes: true };
}

function trouble(reason: string): WalletAnswer {
  return { kind: 'trouble', reason };
}
