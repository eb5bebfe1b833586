import Database from 'better-sqlite3';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import {
  approving,
  gate,
  respond,
  startWallet,
  type Behaviour,
  type Gate,
  type TestWallet,
} from '../support/wallet/index.js';
import { deduct, freshId, requestIdOf, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { openLedgerFile, type LedgerFile, type LedgerRow } from '../support/channels/ledger.js';
import { until } from '../life/until.js';
import { startRelay, type Relay } from './relay.js';
import { constants } from '../support/constants.js';

/** A gateway that can be killed, in front of a wallet service that can be down. */
export interface AdviceBench {
  readonly wallet: TestWallet;
  readonly relay: Relay;
  readonly ledger: LedgerFile;
  url(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  row(call: Call): LedgerRow;
  untilState(call: Call, state: string): Promise<void>;
  /** Returns the bytes that arrived for a call, one text per arrival. */
  arrived(call: Call): string[];
  /** Returns the gateway's own reversals of this transaction. */
  ownReversals(original: Call): LedgerRow[];
  /** Returns how often a reversal of this transaction arrived, from the terminal or the gateway. */
  reversalsSent(original: Call): number;
  /** Leaves a row in the state after a crash between two commits, or of another node. */
  leave(call: Call, row: { readonly state: string; readonly result_code: number | null }): void;
  /** Lets the database save no change of this call's row, until the returned function is called. */
  breakRow(call: Call): () => void;
  /** Makes an approved Deduct. */
  answeredDeduct(): Promise<Call>;
  /** Makes a Deduct whose terminal got -7. The returned function lets the wallet service approve it. */
  timedOut(): Promise<{ payment: Call; approve: () => void }>;
  untilGivenBack(original: Call): Promise<void>;
  /** Waits for this many rounds of housekeeping, so that anything unwanted had time to happen. */
  rounds(count?: number): Promise<void>;
}

export async function startAdviceBench(env: Readonly<Record<string, string>>): Promise<AdviceBench> {
  const wallet = await startWallet({ behaviour: approving() });
  const relay = await startRelay(wallet.port);
  await relay.up();
  const folder = temporaryFolder();
  const ledger = openLedgerFile(folder);
  const settings = {
    CARDWAY_DOWNSTREAM_URL: `http://127.0.0.1:${String(relay.port)}/internal/proxy-endpoint`,
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000',
    ...constants({
      LEASE_MS: 200,
      SWEEP_EVERY_MS: 100,
      ADVICE_RETRY_MIN_MS: 30,
      ADVICE_RETRY_MAX_MS: 400,
      BREAKER_FAILURES_MIN: 1_000_000,
    }),

    CARDWAY_LOG_LEVEL: 'silent',
    // The cases make calls fail on purpose. Another file tests the breaker.

    ...env,
  };
  let gateway: TestGateway = await startGateway({ folder, env: settings });
  const bench: AdviceBench = {
    wallet,
    relay,
    ledger,
    url: () => gateway.url,
    kill: () => gateway.kill(),
    async start() {
      gateway = await startGateway({ folder, env: settings });
    },
    async stop() {
      ledger.close();
      await gateway.kill();
      await relay.close();
      await wallet.close();
    },
    row: (call) => ledger.row(requestIdOf(call)),
    untilState: (call, state) => until(`${call.method} is ${state}`, () => bench.row(call).state === state),
    arrived: (call) =>
      wallet.calls
        .filter((received) => received.envelope()['request_id'] === requestIdOf(call))
        .map((received) => received.body.toString('utf8')),
    ownReversals: (original) =>
      ledger
        .rows()
        .filter((row) => row.channel === 'gateway' && row['original_request_id'] === requestIdOf(original)),
    reversalsSent: (original) =>
      wallet.calls.filter((received) => {
        const { method_name, reference_id } = received.envelope()['request'] as Record<string, unknown>;
        return method_name === 'DeductReversal' && reference_id === original.fields['transaction_id'];
      }).length,
    leave(call, row) {
      const file = new Database(join(folder, 'cardway.db'));
      file
        .prepare('update transactions set state = ?, result_code = ? where request_id = ?')
        .run(row.state, row.result_code, requestIdOf(call));
      file.close();
    },
    breakRow(call) {
      const file = new Database(join(folder, 'cardway.db'));
      file.exec(`create trigger broken before update on transactions when new.transaction_id =
        '${call.fields['transaction_id']!}' begin select raise(abort, 'broken'); end`);
      return () => {
        file.exec('drop trigger broken');
        file.close();
      };
    },
    answeredDeduct: () => answeredDeduct(bench),
    timedOut: () => timedOut(bench),
    untilGivenBack: (original) =>
      until('it is given back', () => bench.ownReversals(original)[0]?.state === 'answered'),
    rounds: (count = 3) => rounds(bench, count),
  };
  return bench;
}

/** Makes an approved Deduct. On a starved machine a deadline may pass, and the cases need an approval. */
async function answeredDeduct(bench: AdviceBench): Promise<Call> {
  await bench.relay.up();
  bench.wallet.behave(approving());
  for (let tries = 0; tries < 5; tries += 1) {
    const payment = deduct({ transaction_id: freshId() });
    if ((await RPC2.call(bench.url(), payment)).resultCode === 1) return payment;
  }
  throw new Error('The wallet service does not approve.');
}

async function timedOut({ wallet, url, row }: AdviceBench): Promise<{ payment: Call; approve: () => void }> {
  const hold = gate();
  wallet.behave(heldApprovals(hold));
  let payment = deduct({ transaction_id: freshId() });
  // On a starved machine a connection may take the whole deadline. Then nothing was sent, and the next call uses it.
  while ((await RPC2.call(url(), payment)).resultCode !== -7) {
    expect(row(payment)).toMatchObject({ state: 'refused', sent_at_ms: null });
    payment = deduct({ transaction_id: freshId() });
  }
  expect(row(payment)).toMatchObject({ state: 'in_doubt', replied_result_code: -7 });
  wallet.behave(approving());
  return { payment, approve: () => hold.open() };
}

export function heldApprovals(hold: Gate): Behaviour {
  return async (received) => {
    await hold.opened;
    return approving()(received);
  };
}

/**
 * Waits for rounds of housekeeping. A refused advice is sent again in each round: after this many arrivals, everything else that
 * was due has been sent too.
 */
async function rounds(bench: AdviceBench, count: number): Promise<void> {
  const marker = reversalOf(await bench.answeredDeduct());
  bench.wallet.behave(respond({ status: 429 }));
  await RPC2.call(bench.url(), marker);
  await until('the rounds are over', () => bench.arrived(marker).length >= count);
  bench.wallet.behave(approving());
  await bench.untilState(marker, 'answered');
}
