import { randomInt, randomUUID } from 'node:crypto';
import { oneTimePassword } from '../../../src/platform/one-time-password.js';
import { openStore, type Store } from '../../../src/store/store.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import {
  createIssueActivationCode,
  createVerifyActivationCode,
  type IssueActivationCode,
  type VerifyActivationCode,
} from '../../../src/use-cases/provisioning/activation-code.js';
import {
  createGenerateSecret,
  type IssuedSecret,
} from '../../../src/use-cases/provisioning/generate-secret.js';
import type { PutProgrammeInput } from '../../../src/use-cases/provisioning/provisioning-port.js';
import type { SecretDeps, SecretLimits } from '../../../src/use-cases/provisioning/secret-deps.js';
import { createVerifySecret, type Verification } from '../../../src/use-cases/provisioning/verify-secret.js';
import { temporaryFolder, testClock, type TestClock } from '../store/temporary-store.js';
import { directoryOf } from '../../support/directory.js';

/** The use cases of secrets on a real store, with a manual clock. */
export interface SecretBench {
  readonly store: Store;
  /** Clock of the database. */
  readonly databaseClock: TestClock;
  /** Clock of this machine. It follows the database's until it is set. */
  readonly machineClock: TestClock;
  /** Records that log and metrics got. */
  readonly told: Record<string, unknown>[];
  /** Sets both clocks. */
  at(nowMs: number): void;
  put(change: Partial<PutProgrammeInput>): Promise<unknown>;
  generate(cardId?: number, key?: ApiKey): Promise<IssuedSecret>;
  verify(secret: string, cardId?: number, key?: ApiKey): Promise<Verification>;
  readonly issueActivationCode: IssueActivationCode;
  readonly verifyActivationCode: VerifyActivationCode;
  close(): Promise<void>;
}

export const SHARED_KEY = Buffer.from('12345678901234567890123456789012');
export const INTEGRATOR: ApiKey = {
  keyId: 'integrator',
  role: 'integrator',
  programme: 'sandbox',
  terminalIds: null,
};
export const NETWORK: ApiKey = { ...INTEGRATOR, keyId: 'network', role: 'network' };

const LIMITS: SecretLimits = {
  perMinuteMax: 20,
  wrongCodesMax: 10,
  driftMaxMs: 30_000,
  activationCodeMs: 1_800_000,
};

export async function openSecretBench(limits: Partial<SecretLimits> = {}): Promise<SecretBench> {
  const folder = temporaryFolder();
  const databaseClock = testClock();
  const machineClock = testClock();
  const store = await openStore({ databaseUrl: `sqlite:${folder.file}`, clock: machineClock, databaseClock });
  await store.migrate();
  await seed(store);
  const told: Record<string, unknown>[] = [];
  const deps: SecretDeps = {
    directory: store.directory,
    provisioning: store.provisioning,
    oneTimePassword,
    hasher: store.sealer,
    clock: machineClock,
    newId: randomUUID,
    random: () => randomInt(2 ** 47) / 2 ** 47,
    observer: { issued: (about) => told.push({ ...about }), verified: (about) => told.push({ ...about }) },
    limits: { ...LIMITS, ...limits },
  };
  const generate = createGenerateSecret(deps);
  const verify = createVerifySecret(deps);
  return {
    store,
    databaseClock,
    machineClock,
    told,
    at(nowMs) {
      databaseClock.set(nowMs);
      machineClock.set(nowMs);
    },
    put: (change) => store.provisioningAdmin.putProgramme({ programme: 'sandbox', actor: 'test', ...change }),
    generate: (cardId = 5001, key = INTEGRATOR) => generate(key, cardId),
    verify: (secret, cardId = 5001, key = NETWORK) => verify(key, { cardId, secret }),
    issueActivationCode: createIssueActivationCode(deps, verify),
    verifyActivationCode: createVerifyActivationCode(deps),
    close: () => store.close(),
  };
}

async function seed(store: Store): Promise<void> {
  const { provisioningAdmin } = store;
  const directoryAdmin = directoryOf(store);
  const programme = 'sandbox';
  await directoryAdmin.putProgramme({ programme });
  await directoryAdmin.putProgramme({ programme: 'other' });
  const wallet = { programme, customerId: 1001 };
  await directoryAdmin.putWallet({ ...wallet, reference: 'a', cards: [{ cardId: 5001 }, { cardId: 5002 }] });
  await directoryAdmin.putWallet({ ...wallet, reference: 'b', cards: [{ cardId: 5003, isBlocked: true }] });
  await directoryAdmin.putWallet({ ...wallet, reference: 'c', isBlocked: true, cards: [{ cardId: 5004 }] });
  await directoryAdmin.putWallet({
    ...wallet,
    programme: 'other',
    reference: 'd',
    cards: [{ cardId: 6001 }],
  });
  await provisioningAdmin.addSharedKey({ programme, sharedKeyId: '001', key: SHARED_KEY, actor: 'test' });
}
