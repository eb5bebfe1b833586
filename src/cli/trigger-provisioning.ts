import { postJson, type DoorAnswer } from './send-doors.js';
import {
  authorizationStep,
  latestAttempt,
  replyOf,
  reportStep,
  type TriggerCall,
} from './trigger-network.js';
import type { Step } from './trigger-step.js';

/**
 * The sequence of service.md 1.10 with every part played that is not the gateway's: app and backend of the integrator, SDK, wallet
 * and card network. The one-time password is not printed.
 */
export async function* playProvisioning(call: TriggerCall): AsyncGenerator<Step> {
  yield outside('cardholder', 'has authenticated in the app and taps the button');
  const issued = await postSecret(call, 'generate', call.integratorKey ?? '', {});
  const secret = memberOf(issued, 'secret');
  yield {
    actor: 'backend',
    what: 'fetches a secret for the card',
    reply: { status: issued.status, body: withoutPassword(issued.body) },
    isDone: typeof secret === 'string',
  };
  yield outside('app', 'hands card_id and secret to the SDK');
  const verified = await postSecret(call, 'verify', call.networkKey, { secret });
  yield {
    actor: 'SDK',
    what: 'has the secret verified by its back end',
    reply: replyOf(verified),
    isDone: memberOf(verified, 'valid') === true,
  };
  yield outside('wallet', 'finds the card eligible and shows the terms; the cardholder accepts');
  const tokenReference = call.tokenReference ?? call.newReference();
  const authorized = await authorizationStep(call, tokenReference);
  const { decision } = (authorized.reply?.body ?? {}) as { readonly decision?: unknown };
  yield { ...authorized, isDone: decision === 'APPROVED' };
  const reported = await reportStep(call, tokenReference, 'digitization.complete');
  yield reported;
  const { id } = (reported.reply?.body ?? {}) as { readonly id?: string };
  yield outside('gateway', `tells the backend: digitization.complete, event ${id ?? ''}`);
  const attempt = await latestAttempt(call);
  yield {
    actor: 'wallet',
    what: `shows the card; the attempt went ${(attempt?.history ?? []).map(({ to }) => to).join(' → ')}`,
    reply: null,
    isDone: attempt?.state === 'digitized' && attempt.tokenReference === tokenReference,
  };
}

function outside(actor: string, what: string): Step {
  return { actor, what, reply: null, isDone: true };
}

function postSecret(
  call: TriggerCall,
  verb: 'generate' | 'verify',
  key: string,
  members: object,
): Promise<DoorAnswer> {
  const url = `${call.url}/debit/v1/digitization/${verb}-time-based-secret`;
  return postJson(url, key, { card_id: call.cardId, ...members });
}

/** A member of the payload in the envelope of service.md 2.6. */
function memberOf({ status, body }: DoorAnswer, name: string): unknown {
  if (status !== 200 || typeof body !== 'object' || body === null || !('payload' in body)) return undefined;
  return (body.payload as Readonly<Record<string, unknown>> | null)?.[name];
}

/** Whoever reads the terminal over a shoulder could use it within its minute. */
function withoutPassword(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/#\d{1,8}(?=")/g, '#…')) as unknown;
}
