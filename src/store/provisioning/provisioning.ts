import type { Provisioning } from '../../use-cases/provisioning/provisioning-port.js';
import { cardLock } from '../engine/locks.js';
import type { Operation } from '../engine/operation.js';
import { createActivationCodes } from './activation-codes.js';
import { createAgreements } from './agreements.js';
import { createIssue } from './issue.js';
import { createVerify } from './verify.js';
import type { StoreParts } from '../parts.js';

/** Creates the secrets and codes of cards on a database. Each operation is one commit. */
export function createProvisioning({ dialect, connection, commits, sealer }: StoreParts): Provisioning {
  const activationCodes = createActivationCodes(dialect);
  const agreements = createAgreements(dialect, sealer);
  const issue = createIssue(dialect, agreements);
  const verify = createVerify(dialect, { agreements, activationCodes });
  const commit = <T>({ cardId }: { readonly cardId: number }, operation: () => Operation<T>): Promise<T> =>
    commits.submit(operation, { locks: [cardLock(cardId)] });
  return {
    issue: (input) => commit(input, () => issue(input)),
    readForVerification: (input) => connection.read(verify.read(input)),
    accept: (input) => commit(input, () => verify.accept(input)),
    countWrongCode: (input) => commit(input, () => verify.countWrongCode(input)),
    checkActivationCode: (input) => commit(input, () => activationCodes.check(input)),
  };
}
