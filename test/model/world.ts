/** Real gateways in front of the model's wallet service, for many runs. */
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cardway } from '../cli/command.js';
import { openStore } from '../../src/store/store.js';
import { failWrites } from '../fault/failing-store.js';
import { until } from '../life/until.js';
import { askGraphQL } from '../support/channels/index.js';
import { openLedgerFile } from '../support/channels/ledger.js';
import { MASTER_KEY } from '../support/databases.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { constants } from '../support/constants.js';
import { movedClock } from '../support/moved-clock.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import { startFollower, type Follower } from './follower.js';
import { Violation } from './outcome.js';
import { FIRST_SIGNING_KEY, startWalletService, type Send, type WalletService } from './wallet-service.js';
import { directoryOf } from '../support/directory.js';

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** Whole time of a call. Held calls run into it, so it is short. */
export const DEADLINE_MS = 700;
/** Part of it that the gateway keeps for saving the outcome. */
const RESERVE_MS = 60;
/** Replies before this time are not late. */
export const LATE_AFTER_MS = DEADLINE_MS - RESERVE_MS - 10;
/** How long answers of effect `none` are replayed. */
export const REPLAY_NONE_MS = 1500;
/** How long a node may not know a change of the directory that another node made. */
export const CACHE_MS = 200;
/** Step of a clock. */
export const CLOCK_STEP_MS = 45_000;

const PROGRAMMES = ['model-a', 'model-b'] as const;
export type Programme = (typeof PROGRAMMES)[number];

/** Keys of each programme. */
export const KEY_ROLES = ['client', 'other', 'integrator', 'network'] as const;
export type KeyName = (typeof KEY_ROLES)[number];

export const keyIdOf = (programme: Programme, name: KeyName): string => `${programme}-${name}`;
export const keyOf = (programme: Programme, name: KeyName): string => `${programme}-${name}-key-of-the-model`;
export const OPERATOR = 'operator-key-of-the-model';

/** Validity of a secret of each programme: one that ends during a run, and one that does not. */
export const VALIDITY_MS: Readonly<Record<Programme, number>> = { 'model-a': 60_000, 'model-b': 2000 };

/** Shared key of push provisioning, in hex. */
export const SHARED_KEY = '3132333435363738393031323334353637383930313233343536373839303132';

/** Part of a world that belongs to one run: it gets what arrives for its terminals. */
export interface RunHooks {
  onArrival(send: Omit<Send, 'manner'>): Send['manner'];
}

export interface World {
  readonly kind: DatabaseKind;
  readonly wallet: WalletService;
  readonly receiver: Receiver;
  /** Readers of the event log: the operator, and an integrator of each programme. */
  readonly followers: Readonly<Record<'operator' | Programme, Follower>>;
  /** Secrets that sign the webhooks of each programme. */
  readonly webhookSecrets: Readonly<Record<Programme, readonly string[]>>;
  /** Violations that were seen outside of a reply. */
  readonly violations: Violation[];
  /** Returns the URL of a node that runs: in turn, or the one with this index. */
  url(node?: number): string;
  readonly nodes: number;
  /** Sends SIGKILL to a node. */
  kill(node: number): Promise<void>;
  /** Stops a node by SIGTERM. Resolves with its exit status and its standard error. */
  stop(node: number): Promise<{ readonly status: number | null; readonly err: string }>;
  /** Starts a node that does not run. */
  start(node: number): Promise<void>;
  /** Steps the clock of a node, ahead or back. */
  stepClock(node: number, isBack: boolean): void;
  /** How far the clock of a node is ahead of the machine's. A restart sets it right. */
  aheadMs(node: number): number;
  /** Returns whether a time that one node wrote is another time of day for a second node. */
  clocksDiffer(): boolean;
  readonly postgres: TestPostgres | null;
  /** Takes the database file away, or makes every write to it fail. Resolves with the repair. On SQLite only. */
  breakStore(how: StoreFault): Promise<() => Promise<void>>;
  /** Resolves when every node takes calls. */
  ready(): Promise<void>;
  /**
   * Goes one step on in a change of the signing key: the gateway gets the new key beside the old one, the wallet service changes,
   * the gateway forgets the old key. Resolves with what it did.
   */
  changeSigningKey(): Promise<string>;
  /** Goes one step on in a change of the master key (docs/operations.md#how-to-change-the-master-key). Resolves with what it did. */
  changeMasterKey(): Promise<string>;
  /** Gives the endpoint of a programme a new secret. The previous one signs too. */
  rotateWebhookSecret(programme: Programme): Promise<void>;
  /** The receiver fails so many of the next webhooks. */
  failWebhooks(count: number, how: ReceiverFault): void;
  /** Returns whether the receiver acknowledged a webhook with this id. */
  isAcknowledged(webhookId: string): boolean;
  /** Gives arrivals for these terminals to a run. */
  attach(terminalIds: readonly string[], hooks: RunHooks): void;
  /** Number that no other run of this world has. */
  nextNumber(): number;
  close(): Promise<void>;
}

/** `full`: no write succeeds, as on a full disk. */
export type StoreFault = 'removed' | 'replaced' | 'full';

export type ReceiverFault = 'error500' | 'silent' | 'cut';

export interface WorldOptions {
  readonly kind: DatabaseKind;
  /** Number of nodes on PostgreSQL. */
  readonly nodes?: number;
  /** Program, where it is not this checkout's. */
  readonly main?: string;
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const { kind } = options;
  const folder = temporaryFolder();
  const violations: Violation[] = [];
  const runs = new Map<string, RunHooks>();
  const wallet = await startWalletService({
    onViolation: (violation) => violations.push(violation),
    onArrival(send) {
      const { request } = send.envelope as { request: Record<string, unknown> };
      const run = runs.get(String(request['terminal_id']));
      if (run !== undefined) return run.onArrival(send);
      violations.push(
        new Violation(`The wallet service got a call of no terminal of the model: ${send.requestId}`),
      );
      return 'decline';
    },
  });
  const receiver = await startReceiver();
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'cardway.db')}`;
  await fillDirectory(databaseUrl);
  const config = join(folder, 'cardway.yaml');
  const keys = {
    signing: { signingKey: FIRST_SIGNING_KEY } as SigningKeys,
    master: { masterKey: hexOf(MASTER_KEY) } as MasterKeys,
  };
  const writeConfig = (): void => writeFileSync(config, configText({ databaseUrl, wallet, ...keys }));
  writeConfig();
  const count = kind === 'PostgreSQL' ? (options.nodes ?? 3) : 1;
  const gateways: (TestGateway | null)[] = [];
  const ahead: number[] = [];
  const start = async (node: number): Promise<void> => {
    ahead[node] = 0;
    gateways[node] = await startGateway({
      folder,
      ...(options.main === undefined ? {} : { main: options.main }),
      args: ['serve', '--config', config],
      env: { CARDWAY_DATABASE_URL: databaseUrl, ...movedClock({ stepMs: CLOCK_STEP_MS }), ...QUICK },
    });
  };
  for (let node = 0; node < count; node += 1) await start(node);
  const failing = failOnDemand(receiver);
  const endpointIds = {} as Record<Programme, string>;
  const webhookSecrets: Record<Programme, string[]> = { 'model-a': [], 'model-b': [] };
  for (const programme of PROGRAMMES) {
    const { endpoint, secret } = await addEndpoint(gateways[0]!.url, receiver.url, programme);
    endpointIds[programme] = endpoint.id;
    webhookSecrets[programme].push(secret);
  }
  const reloadAll = async (): Promise<void> => {
    writeConfig();
    for (const gateway of gateways) if (gateway != null) await reload(gateway);
  };
  /** Restarts each node that runs, one after the other: a master key is read at the start. */
  const restartAll = async (): Promise<void> => {
    writeConfig();
    for (const [node, gateway] of gateways.entries()) {
      if (gateway === null) continue;
      gateways[node] = null;
      await gateway.stop();
      await start(node);
    }
  };
  const running = (node: number): TestGateway => {
    const gateway = gateways[node];
    if (gateway === null || gateway === undefined) throw new Error(`Node ${String(node)} does not run.`);
    return gateway;
  };
  let turn = 0;
  let number = 0;
  const anyUrl = (): string => {
    const up = gateways.filter((gateway) => gateway !== null && gateway !== undefined);
    if (up.length === 0) throw new Error('No node runs.');
    return up[(turn += 1) % up.length]!.url;
  };
  const follow = (name: string, key: string): Follower =>
    startFollower({ name, key, url: anyUrl, onViolation: (violation) => violations.push(violation) });
  const followers = {
    operator: follow('the operator', OPERATOR),
    'model-a': follow('the integrator of model-a', keyOf('model-a', 'integrator')),
    'model-b': follow('the integrator of model-b', keyOf('model-b', 'integrator')),
  };
  return {
    kind,
    wallet,
    receiver,
    followers,
    webhookSecrets,
    violations,
    postgres,
    ...failing,
    breakStore: (how) => breakFile(join(folder, 'cardway.db'), how, running(0).pid),
    async ready() {
      for (const gateway of gateways)
        if (gateway != null)
          await until(
            'a node is ready',
            async () => (await fetch(`${gateway.url}/health/ready`)).status === 200,
          );
    },
    changeSigningKey: createKeyChange({
      wallet,
      reload(signing) {
        keys.signing = signing;
        return reloadAll();
      },
    }),
    changeMasterKey: createMasterKeyChange({
      restart(master) {
        keys.master = master;
        return restartAll();
      },
      async reseal() {
        const { status, out, err } = await cardway(['reseal', '--json', '--config', config]);
        if (status !== 0) throw new Violation(`reseal ended with ${String(status)}: ${err}`);
        return (JSON.parse(out) as { sealedValues: number }).sealedValues;
      },
    }),
    async rotateWebhookSecret(programme) {
      const { rotateEndpointSecret } = await asOperator<{ rotateEndpointSecret: { secret: string } }>(
        anyUrl(),
        'mutation($input: RotateEndpointSecretInput!) { rotateEndpointSecret(input: $input) { secret } }',
        { endpointId: endpointIds[programme] },
      );
      webhookSecrets[programme].push(rotateEndpointSecret.secret);
    },
    nodes: count,
    url(node) {
      return node === undefined ? anyUrl() : running(node % count).url;
    },
    async kill(node) {
      const gateway = running(node);
      gateways[node] = null;
      await gateway.kill();
    },
    async stop(node) {
      const gateway = running(node);
      gateways[node] = null;
      return { status: await gateway.stop(), err: gateway.err() };
    },
    start,
    stepClock(node, isBack) {
      process.kill(running(node).pid, isBack ? 'SIGWINCH' : 'SIGUSR2');
      ahead[node] = (ahead[node] ?? 0) + (isBack ? -CLOCK_STEP_MS : CLOCK_STEP_MS);
    },
    aheadMs: (node) => ahead[node] ?? 0,
    clocksDiffer: () => ahead.some((ms) => ms !== ahead[0]),
    attach(terminalIds, hooks) {
      for (const terminalId of terminalIds) runs.set(terminalId, hooks);
    },
    nextNumber: () => (number += 1),
    async close() {
      for (const follower of Object.values(followers)) follower.close();
      await Promise.all(gateways.map((gateway) => gateway?.kill()));
      await wallet.close();
      await receiver.close();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface SigningKeys {
  readonly signingKey: string;
  readonly otherSigningKey?: string;
}

async function reload({ pid, lines }: TestGateway): Promise<void> {
  const reloads = (): number =>
    lines.filter((line) => line.includes('the configuration was reloaded')).length;
  const before = reloads();
  process.kill(pid, 'SIGHUP');
  await until('the configuration is reloaded', () => reloads() > before);
}

function createKeyChange({
  wallet,
  reload: take,
}: {
  readonly wallet: WalletService;
  readonly reload: (keys: SigningKeys) => Promise<void>;
}): () => Promise<string> {
  let phase = 0;
  let signingKey = FIRST_SIGNING_KEY;
  let before = signingKey;
  return async () => {
    phase = (phase + 1) % 3;
    if (phase === 1) {
      before = signingKey;
      signingKey = `signing key ${String(Number(/\d+/.exec(before)![0]) + 1)} of the model`;
      wallet.signingKeys = [before, signingKey];
      await take({ signingKey, otherSigningKey: before });
      return 'the gateway has a new signing key beside the old one';
    }
    if (phase === 2) {
      wallet.signingKeys = [signingKey, before];
      return 'the wallet service takes the new signing key only';
    }
    await take({ signingKey });
    wallet.signingKeys = [signingKey];
    return 'the gateway forgets the old signing key';
  };
}

interface MasterKeys {
  readonly masterKey: string;
  readonly otherMasterKey?: string;
}

const hexOf = (key: Buffer): string => `hex:${key.toString('hex')}`;

function createMasterKeyChange({
  restart: take,
  reseal,
}: {
  readonly restart: (keys: MasterKeys) => Promise<void>;
  /** Resolves with the number of values that were sealed anew. */
  readonly reseal: () => Promise<number>;
}): () => Promise<string> {
  let phase = 0;
  let number = 0;
  let masterKey = hexOf(MASTER_KEY);
  let before = masterKey;
  return async () => {
    phase = (phase + 1) % 4;
    switch (phase) {
      case 1:
        before = masterKey;
        masterKey = hexOf(Buffer.alloc(32, (number += 1)));
        await take({ masterKey: before, otherMasterKey: masterKey });
        return 'the gateway knows the next master key';
      case 2:
        await take({ masterKey, otherMasterKey: before });
        return 'the gateway seals with the next master key';
      case 3:
        while ((await reseal()) > 0);
        return 'every value is sealed with the next master key';
      default:
        await take({ masterKey });
        return 'the gateway forgets the previous master key';
    }
  };
}

/** Resolves with the repair. */
async function breakFile(path: string, how: StoreFault, pid: number): Promise<() => Promise<void>> {
  if (how === 'full') return failWrites(pid, openLedgerFile(dirname(path)));
  const away = `${path}.away`;
  renameSync(path, away);
  if (how === 'replaced') copyFileSync(away, path);
  return () => Promise.resolve(renameSync(away, path));
}

/** Makes the receiver keep the ids that it acknowledged, and fail on demand. */
function failOnDemand(receiver: Receiver): Pick<World, 'failWebhooks' | 'isAcknowledged'> {
  const acknowledged = new Set<string>();
  let left = 0;
  let fault: ReceiverFault = 'error500';
  receiver.answer = ({ headers }, response) => {
    if (left === 0) {
      acknowledged.add(String(headers['webhook-id']));
      response.writeHead(204).end();
      return;
    }
    left -= 1;
    if (fault === 'error500') response.writeHead(500).end();
    if (fault === 'cut') response.destroy();
  };
  return {
    failWebhooks(count, how) {
      left = count;
      fault = how;
    },
    isAcknowledged: (id) => acknowledged.has(id),
  };
}

interface NewEndpoint {
  readonly secret: string;
  readonly endpoint: { readonly id: string };
}

async function addEndpoint(url: string, receiverUrl: string, programme: Programme): Promise<NewEndpoint> {
  const { addEndpoint: made } = await asOperator<{ addEndpoint: NewEndpoint }>(
    url,
    'mutation($input: AddEndpointInput!) { addEndpoint(input: $input) { secret endpoint { id } } }',
    { programme, url: `${receiverUrl}/${programme}` },
  );
  return made;
}

async function asOperator<Data>(url: string, query: string, input: object): Promise<Data> {
  const { data, errors } = await askGraphQL<Data>(url, query, { variables: { input }, key: OPERATOR });
  if (data === null) throw new Violation(`The operator got ${JSON.stringify(errors)}`);
  return data;
}

async function fillDirectory(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: machineClock });
  await store.migrate();
  for (const programme of PROGRAMMES) {
    await store.provisioningAdmin.putProgramme({
      programme,
      name: programme,
      validityMs: VALIDITY_MS[programme],
      actor: 'the model',
    });
    await store.provisioningAdmin.addSharedKey({
      programme,
      sharedKeyId: '001',
      key: Buffer.from(SHARED_KEY, 'hex'),
      actor: 'the model',
    });
    for (const name of KEY_ROLES) {
      const role = name === 'other' ? 'client' : name;
      await directoryOf(store).putApiKey({
        keyId: keyIdOf(programme, name),
        key: keyOf(programme, name),
        role,
        programme,
      });
    }
  }
  await directoryOf(store).putApiKey({
    keyId: 'operator',
    key: OPERATOR,
    role: 'operator',
    programme: null,
  });
  await store.close();
}

/** Constants of all nodes. The model's wallet service fails on purpose. */
const QUICK = constants({
  BREAKER_FAILURES_MIN: 1_000_000,
  ADVICE_RETRY_MIN_MS: 40,
  ADVICE_RETRY_MAX_MS: 200,
  SWEEP_EVERY_MS: 40,
  LEASE_MS: 300,
  REPLAY_NONE_MS,
  WRONG_CHECKSUMS_PER_HOUR: 1_000_000_000,
  SECRETS_PER_MINUTE_MAX: 10_000,
  WEBHOOK_TIMEOUT_MS: 1000,
  DIRECTORY_CACHE_MS: CACHE_MS,
});

/** Settings of all nodes. JSON is YAML. */
function configText({
  databaseUrl,
  wallet,
  signing,
  master,
}: {
  readonly databaseUrl: string;
  readonly wallet: WalletService;
  readonly signing: SigningKeys;
  readonly master: MasterKeys;
}): string {
  return JSON.stringify({
    port: 0,
    databaseUrl,
    ...master,
    ...signing,
    // Tells of reloads.
    logLevel: 'info',
    downstream: { url: wallet.url('plain'), timeoutMs: DEADLINE_MS },
    limits: { failedAuthenticationsPerMinute: 'off' },
    webhook: { allowPrivate: true, schedule: '200ms,500ms,1s,1s,2s,2s,5s,5s' },
    routes: [
      {
        name: 'dedupes',
        methods: ['LoadAuth', 'LoadAuthReversal', 'Stop', 'AdministrativeMessage'],
        url: wallet.url('dedupes'),
        dedupes: true,
      },
    ],
  });
}
