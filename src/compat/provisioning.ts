import { toCardwayError, type CardwayError } from '../errors.js';
import type { GraphQLContext } from '../graphql/context.js';
import type { SecretResolver } from '../graphql/provisioning/secret.resolver.js';
import type { SecretVerification } from '../graphql/provisioning/secret.type.js';
import type { Role } from '../usecase/ports.js';
import { cardIdOf, readFields, textInBody, type GivenFields } from './card-fields.js';
import type { AuthenticateKey, CompatReply, CompatRequest, Program } from './exchange.js';
import type { JsonLimits } from './json/check.js';
import { errorEnvelope, successEnvelope } from './provisioning-envelope.js';
import { ACTIVATION_CODE, SECRET } from './rest-schemas.js';

export interface ProvisioningDeps extends Program {
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
  /** Reads its fields and calls its resolver. */
  readonly run: (secrets: SecretResolver, given: GivenFields, context: GraphQLContext) => Promise<Payload>;
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
          const payload = await endpoint.run(deps.resolvers.secrets, given, deps.contextOf(caller, 'key'));
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
    async run(secrets, given, context) {
      const { secret } = await secrets.generateProvisioningSecret(cardIdOf(given), context);
      return { secret };
    },
  },
  {
    path: '/debit/v1/digitization/verify-time-based-secret',
    role: 'network',
    async run(secrets, given, context) {
      const [cardId, secret] = [cardIdOf(given), textInBody(given, 'secret', SECRET)];
      return verificationPayload(await secrets.verifyProvisioningSecret(cardId, secret, context));
    },
  },
  {
    path: '/debit/v1/digitization/activation-code',
    role: 'network',
    async run(secrets, given, context) {
      const [cardId, secret] = [cardIdOf(given), textInBody(given, 'secret', SECRET)];
      const issued = await secrets.issueActivationCode(cardId, secret, context);
      return issued.valid
        ? { valid: true, activation_code: issued.activationCode, expires_at: issued.expiresAt }
        : { valid: false, reason: issued.reason };
    },
  },
  {
    path: '/debit/v1/digitization/verify-activation-code',
    role: 'network',
    async run(secrets, given, context) {
      const cardId = cardIdOf(given);
      const activationCode = textInBody(given, 'activation_code', ACTIVATION_CODE);
      return verificationPayload(await secrets.verifyActivationCode(cardId, activationCode, context));
    },
  },
];

function verificationPayload(verification: SecretVerification): Payload {
  const { valid, reason, attemptId, verifiedAt } = verification;
  return valid ? { valid, attempt_id: attemptId, verified_at: verifiedAt } : { valid, reason };
}
