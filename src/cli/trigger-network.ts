import { AttemptsOfCardDocument, type AttemptsOfCardQuery } from '../generated/operations.js';
import { postDocument, postJson, type DoorAnswer } from './send-doors.js';
import type { Step } from './trigger-step.js';

/** One call of the command, its options read. */
export interface TriggerCall {
  readonly cardId: number;
  readonly url: string;
  readonly networkKey: string;
  readonly integratorKey?: string;
  readonly walletId: string;
  readonly tokenReference?: string;
  readonly tokenRequestorId: string;
  readonly device: string;
  readonly path?: string;
  readonly recommendation?: string;
  readonly panSource?: string;
  readonly reportId?: string;
  readonly newReference: () => string;
}

export async function* authorizeToken(call: TriggerCall): AsyncGenerator<Step> {
  yield await authorizationStep(call, call.tokenReference ?? call.newReference());
}

export async function* reportDigitization(call: TriggerCall, event: string): AsyncGenerator<Step> {
  const attempt = call.tokenReference === undefined ? await latestAttempt(call) : null;
  yield await reportStep(call, call.tokenReference ?? attempt?.tokenReference ?? call.newReference(), event);
}

export async function authorizationStep(call: TriggerCall, tokenReference: string): Promise<Step> {
  const answer = await postNetwork(call, 'token-authorizations', {
    ...tokenOf(call, tokenReference),
    path: call.path,
    recommendation: call.recommendation,
    pan_source: call.panSource,
  });
  return {
    actor: 'network',
    what: `asks for a token authorization, ${tokenReference}`,
    reply: replyOf(answer),
    isDone: answer.status === 200,
  };
}

export async function reportStep(call: TriggerCall, tokenReference: string, event: string): Promise<Step> {
  const answer = await postNetwork(call, 'digitizations', {
    ...tokenOf(call, tokenReference),
    digitized_pan: DIGITIZED_PAN,
    event,
    report_id: call.reportId,
  });
  return {
    actor: 'network',
    what: `reports ${event}, ${tokenReference}`,
    reply: replyOf(answer),
    isDone: answer.status === 200,
  };
}

/** A published sample (wire.md 2.4), masked: whoever prints a call prints no card number. */
const DIGITIZED_PAN = '530842XXXXXX0116';

type Attempt = AttemptsOfCardQuery['provisioningAttempts']['edges'][number]['node'];

/** The card's latest attempt; null without one. */
export async function latestAttempt(call: TriggerCall): Promise<Attempt | null> {
  const variables = { cardId: call.cardId };
  const answer = await postDocument(call.url, call.networkKey, AttemptsOfCardDocument, variables);
  const { data } = answer.body as { readonly data?: AttemptsOfCardQuery | null };
  return data?.provisioningAttempts.edges[0]?.node ?? null;
}

export function replyOf({ status, body }: DoorAnswer): Step['reply'] {
  return { status, body };
}

function postNetwork(call: TriggerCall, path: string, body: object): Promise<DoorAnswer> {
  return postJson(`${call.url}/network/v1/${path}`, call.networkKey, body);
}

function tokenOf(call: TriggerCall, tokenReference: string) {
  return {
    card_id: call.cardId,
    wallet_id: call.walletId,
    token_reference: tokenReference,
    token_requestor_id: call.tokenRequestorId,
    device: call.device,
  };
}
