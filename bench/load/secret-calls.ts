import { INTEGRATOR_KEY, NETWORK_KEY } from '../stage/credentials.js';
import type { Call } from './calls.js';
import { walletOf } from './wallets.js';

export type SecretCallKind = 'secret' | 'secret-graphql' | 'verify';

export function isSecretCall(kind: string): kind is SecretCallKind {
  return kind === 'secret' || kind === 'secret-graphql' || kind === 'verify';
}

/** Secret issued for each card. A later phase presents it again. */
const issued = new Map<number, string>();

/** Returns a source of provisioning calls for one card after the other. */
export function secretCalls(job: {
  readonly kind: SecretCallKind;
  readonly wallets: number;
  readonly firstWallet: number;
}): () => Call {
  let count = 0;
  return () => {
    const { cardId } = walletOf(job.firstWallet + (count % job.wallets));
    count += 1;
    return WRITERS[job.kind](cardId);
  };
}

const TYPE = { contentType: 'application/json' };
const ISSUED = /"secret": ?"([^"]+)"/;

const WRITERS: Readonly<Record<SecretCallKind, (cardId: number) => Call>> = {
  secret: (cardId) => ({
    ...TYPE,
    path: '/debit/v1/digitization/generate-time-based-secret',
    authorization: `Bearer ${INTEGRATOR_KEY}`,
    body: `{"card_id":${String(cardId)}}`,
    approved: ISSUED,
    learn: (reply) => remember(cardId, reply),
  }),
  'secret-graphql': (cardId) => ({
    ...TYPE,
    path: '/graphql',
    authorization: `Bearer ${INTEGRATOR_KEY}`,
    body: JSON.stringify({ query: DOCUMENT, variables: { cardId } }),
    approved: ISSUED,
    learn: (reply) => remember(cardId, reply),
  }),
  verify: (cardId) => ({
    ...TYPE,
    path: '/debit/v1/digitization/verify-time-based-secret',
    authorization: `Bearer ${NETWORK_KEY}`,
    body: JSON.stringify({ card_id: cardId, secret: issued.get(cardId) ?? '' }),
    approved: /"valid": ?true/,
  }),
};

const DOCUMENT =
  'mutation Tap($cardId: SafeInt!) { generateProvisioningSecret(cardId: $cardId) { secret expiresAt } }';

function remember(cardId: number, reply: string): void {
  issued.set(cardId, ISSUED.exec(reply)?.[1] ?? '');
}
