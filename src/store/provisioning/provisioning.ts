import type { Provisioning, ProvisioningAdmin } from '../../use-cases/provisioning/provisioning-port.js';
import type { InvalidateDirectory } from '../directory/directory.js';
import { createProgrammeTable } from '../directory/programmes.js';
import { cardLock, DIRECTORY, type LockName } from '../engine/locks.js';
import type { Operation } from '../engine/operation.js';
import { createActivationCodes } from './activation-codes.js';
import { createAgreements } from './agreements.js';
import { createIssue } from './issue.js';
import { createSharedKeys } from './shared-keys.js';
import { createVerify } from './verify.js';
import type { StoreParts } from '../parts.js';

/** Creates programmes, shared keys and attempts on a database. */
export function createProvisioning(
  args: StoreParts & {
    readonly invalidate: Pick<InvalidateDirectory, 'programme'>;
  },
): { provisioning: Provisioning; provisioningAdmin: ProvisioningAdmin } {
  const { dialect, connection, commits } = args;
  const programmes = createProgrammeTable(dialect, args.audit);
  const sharedKeys = createSharedKeys(dialect, args);
  const activationCodes = createActivationCodes(dialect);
  const agreements = createAgreements(dialect, args.sealer);
  const issue = createIssue(dialect, { agreements });
  const verify = createVerify(dialect, { agreements, activationCodes });
  /** Operations have several statements, all in one commit. */
  const commit = <T>(locks: readonly LockName[], operation: () => Operation<T>): Promise<T> =>
    commits.submit(operation, { locks });
  return {
    provisioning: {
      issue: (input) => commit([cardLock(input.cardId)], () => issue(input)),
      readForVerification: (input) => connection.read(verify.read(input)),
      accept: (input) => commit([cardLock(input.cardId)], () => verify.accept(input)),
      countWrongCode: (input) => commit([cardLock(input.cardId)], () => verify.countWrongCode(input)),
      checkActivationCode: (input) => commit([cardLock(input.cardId)], () => activationCodes.check(input)),
    },
    provisioningAdmin: {
      programmes: () => connection.readAside(programmes.list()),
      async putProgramme(input) {
        const programme = await commit([DIRECTORY], () => programmes.put(input));
        args.invalidate.programme(programme.programme);
        return programme;
      },
      sharedKeys: ({ programme }) => connection.readAside(sharedKeys.list(programme)),
      addSharedKey: (input) => commit([DIRECTORY], () => sharedKeys.add(input)),
      setSharedKeyState: (change) => commit([DIRECTORY], () => sharedKeys.setState(change)),
    },
  };
}
