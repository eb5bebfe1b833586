import type { Sealer } from '../../core/seal.js';
import type { Provisioning, ProvisioningAdmin } from '../../usecase/ports.js';
import type { CommitQueue } from '../commit-queue.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import type { Operation } from '../operation.js';
import { createActivationCodes } from './activation-codes.js';
import { createIssue } from './issue.js';
import { createProgrammeTable } from './programmes.js';
import { createSharedKeys } from './shared-keys.js';
import { createVerify } from './verify.js';

/** Programmes, shared keys and attempts on a database. */
export function createProvisioning(args: {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly sealer: Sealer;
}): { provisioning: Provisioning; provisioningAdmin: ProvisioningAdmin } {
  const { dialect, connection, commits } = args;
  const programmes = createProgrammeTable(dialect);
  const sharedKeys = createSharedKeys(dialect, args.sealer);
  const activationCodes = createActivationCodes(dialect);
  const issue = createIssue(dialect, { programmes, sharedKeys });
  const verify = createVerify(dialect, { programmes, sharedKeys, activationCodes });
  /** Several statements each, so none may be left half done. */
  const commit = <T>(operation: () => Operation<T>): Promise<T> =>
    commits.submit(operation, { isCompound: true });
  return {
    provisioning: {
      issue: (input) => commit(() => issue(input)),
      readForVerification: (input) => connection.read(verify.read(input)),
      accept: (input) => commit(() => verify.accept(input)),
      countWrongCode: (input) => commit(() => verify.countWrongCode(input)),
      checkActivationCode: (input) => commit(() => activationCodes.check(input)),
    },
    provisioningAdmin: {
      programmes: () => connection.read(programmes.list()),
      putProgramme: (input) => commit(() => programmes.put(input)),
      sharedKeys: ({ programme }) => connection.read(sharedKeys.list(programme)),
      addSharedKey: (input) => commit(() => sharedKeys.add(input)),
      setSharedKeyState: (change) => commit(() => sharedKeys.setState(change)),
    },
  };
}
