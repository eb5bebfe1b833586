import { toCardwayError, type CardwayError } from '../errors.js';
import {
  GenerateProvisioningSecretDocument,
  IssueActivationCodeDocument,
  VerifyActivationCodeDocument,
  VerifyProvisioningSecretDocument,
} from '../generated/operations.js';
import type { Role } from '../usecase/ports.js';
import { cardIdOf, readFields, textInBody, type GivenFields } from './card-fields.js';
import type { Execute, Execution } from './execute.js';
import type { AuthenticateKey, CompatContext, CompatReply, CompatRequest } from './exchange.js';
import type { JsonLimits } from './json/check.js';
import { errorEnvelope, successEnvelope } from './provisioning-envelope.js';
import { ACTIVATION_CODE, SECRET } from './rest-schemas.js';

export interface ProvisioningDeps {
  readonly execute: Execute;
  readonly authenticateKey: AuthenticateKey;
  readonly jsonLimits: JsonLimits;
  readonly nowMs: () => number;
  readonly onInternalError: (error: Error) => void;
}

export interface ProvisioningDoor {
  readonly path: string;
  answer(request: CompatRequest & { readonly search: string }): Promise<CompatReply>;
  /** What went wrong before the door was asked. */
  refuse(error: CardwayError): CompatReply;
}

type Payload = Readonly<Record<string, unknown>>;

interface Endpoint {
  readonly path: string;
  readonly role: Role;
  /** Reads its fields and runs its operation. */
  readonly run: (execute: Execute, given: GivenFields, context: CompatContext) => Promise<Payload>;
}

/** `POST /debit/v1/digitization/…` (service.md 4.2, contract section 3). */
export function createProvisioningDoors(deps: ProvisioningDeps): readonly ProvisioningDoor[] {
  return ENDPOINTS.map((endpoint) => {
    const refuse = (error: CardwayError): CompatReply =>
      errorEnvelope(error, { endpoint: endpoint.path, nowMs: deps.nowMs() });
    return {
      path: endpoint.path,
      refuse,
      async answer(request) {
        try {
          const given = readFields(request, deps.jsonLimits);
          const key = await deps.authenticateKey(request.authorization, [endpoint.role], request.address);
          const caller = {
            door: 'json',
            key,
            receivedAt: request.receivedAt,
            httpRequestId: request.httpRequestId,
          } as const;
          const payload = await endpoint.run(deps.execute, given, { caller, isTerminal: false });
          return successEnvelope({ endpoint: endpoint.path, nowMs: deps.nowMs(), payload });
        } catch (thrown) {
          const error = toCardwayError(thrown);
          if (error.code === 'INTERNAL') deps.onInternalError(error);
          return refuse(error);
        }
      },
    };
  });
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/debit/v1/digitization/generate-time-based-secret',
    role: 'integrator',
    async run(execute, given, context) {
      const variables = { cardId: cardIdOf(given) };
      const data = dataOf(await execute(GenerateProvisioningSecretDocument, variables, context));
      return { secret: data.generateProvisioningSecret.secret };
    },
  },
  {
    path: '/debit/v1/digitization/verify-time-based-secret',
    role: 'network',
    async run(execute, given, context) {
      const variables = { cardId: cardIdOf(given), secret: textInBody(given, 'secret', SECRET) };
      const data = dataOf(await execute(VerifyProvisioningSecretDocument, variables, context));
      return verificationPayload(data.verifyProvisioningSecret);
    },
  },
  {
    path: '/debit/v1/digitization/activation-code',
    role: 'network',
    async run(execute, given, context) {
      const variables = { cardId: cardIdOf(given), secret: textInBody(given, 'secret', SECRET) };
      const { issueActivationCode: issued } = dataOf(
        await execute(IssueActivationCodeDocument, variables, context),
      );
      return issued.valid
        ? { valid: true, activation_code: issued.activationCode, expires_at: issued.expiresAt }
        : { valid: false, reason: issued.reason };
    },
  },
  {
    path: '/debit/v1/digitization/verify-activation-code',
    role: 'network',
    async run(execute, given, context) {
      const variables = {
        cardId: cardIdOf(given),
        activationCode: textInBody(given, 'activation_code', ACTIVATION_CODE),
      };
      const data = dataOf(await execute(VerifyActivationCodeDocument, variables, context));
      return verificationPayload(data.verifyActivationCode);
    },
  },
];

function dataOf<Data>(execution: Execution<Data>): Data {
  if (execution.kind === 'error') throw execution.error;
  return execution.data;
}

function verificationPayload(verification: {
  readonly valid: boolean;
  readonly reason: string | null;
  readonly attemptId: string | null;
  readonly verifiedAt: string | null;
}): Payload {
  const { valid, reason, attemptId, verifiedAt } = verification;
  return valid ? { valid, attempt_id: attemptId, verified_at: verifiedAt } : { valid, reason };
}
