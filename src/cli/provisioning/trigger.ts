import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { DIGITIZATION_EVENT_TYPES, EVENT_DESCRIPTIONS } from '../../core/events/event.js';
import { plainValues } from '../enum-values.js';
import { ofGateway } from '../ask.js';
import { keyOption } from '../gateway-options.js';
import { AttemptsOfCardDocument, type AttemptsOfCardQuery } from '../../generated/operations.js';
import { Fault, type Shell } from '../shell.js';
import { type ChannelReply, postDocument, postJson } from '../transactions/send-channels.js';
import { integerOf } from '../values.js';

/** Returns `cardway trigger …`: it plays the card network against a running gateway. */
export function triggerCommand(shell: Shell): Command {
  const trigger = new Command('trigger').description(
    'Plays the card network against a running gateway. Options that you leave out come from the sandbox.',
  );
  const add = (
    name: string,
    description: string,
    play: (call: TriggerCall) => AsyncIterable<Step>,
  ): Command =>
    ofGateway(
      trigger.command(name),
      keyOption('network', 'Bearer key of role network', { name: 'networkKey' }),
    )
      .description(description)
      .requiredOption('--card <id>', 'card_id')
      .option(
        '--wallet-id <id>',
        'wallet_id: 103 Apple Pay, 216 Google Pay, 217 Samsung Pay; that of the token of the card’s attempt, else 103',
      )
      .option('--token-reference <reference>', 'token_reference; that of the card’s attempt, else a new one')
      .action(async (options: TriggerOptions) => {
        const call = { ...options, cardId: integerOf('--card', options.card) };
        if (!(await show(shell, options, play(call)))) throw new Fault();
      });
  add('token-authorization', 'The network asks whether it may make a token of the card.', authorizeToken)
    .option('--path <path>', 'GREEN, YELLOW, ORANGE or RED')
    .option('--recommendation <word>', 'of the wallet: Approve, Decline …')
    .option('--pan-source <source>', 'card_added_via_application, card_added_manually …');
  for (const type of DIGITIZATION_EVENT_TYPES) {
    add(type, `The network reports: ${EVENT_DESCRIPTIONS[type]}`, (call) =>
      reportDigitization(call, type),
    ).option('--report-id <id>', 'id of the report; the same id marks a repeated report');
  }
  add(
    'provisioning',
    'Runs the whole sequence, from the tap to the card in the wallet.',
    playProvisioning,
  ).addOption(keyOption('integrator', 'Bearer key of role integrator', { name: 'integratorKey' }));
  return trigger;
}

type TriggerOptions = Omit<TriggerCall, 'cardId'> & {
  readonly card: string;
  readonly json?: boolean;
};

/** Returns a token reference in the form of the networks: 48 characters. */
function newReference(): string {
  return `DCARDWAY${randomBytes(20).toString('hex')}`;
}

/** Prints each step. Returns false if a step failed; no step follows it. */
async function show(shell: Shell, options: TriggerOptions, steps: AsyncIterable<Step>): Promise<boolean> {
  const made: Step[] = [];
  for await (const step of steps) {
    made.push(step);
    if (options.json !== true) shell.out(`${stepLine(made.length, step)}\n`);
    if (!step.isDone) break;
  }
  const isDone = made.every((step) => step.isDone);
  if (options.json === true) shell.out(`${JSON.stringify({ done: isDone, steps: made })}\n`);
  return isDone;
}

function stepLine(number: number, { actor, what, reply, isDone }: Step): string {
  const head = `${isDone ? ' ' : '!'} ${String(number)}  ${actor.padEnd(10)} ${what}`;
  return reply === null ? head : `${head}\n      HTTP ${String(reply.status)} ${JSON.stringify(reply.body)}`;
}

/**
 * Plays the provisioning sequence (docs/provisioning.md), with every part except the gateway: app and
 * backend of the integrator, SDK, wallet and card network. It does not print the one-time password.
 */
async function* playProvisioning(call: TriggerCall): AsyncGenerator<Step> {
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
  const tokenReference = call.tokenReference ?? newReference();
  const authorized = await authorizationStep(call, tokenReference);
  const { decision } = (authorized.reply?.body ?? {}) as { readonly decision?: unknown };
  yield { ...authorized, isDone: decision === 'APPROVED' };
  const reported = await digitizationStep(call, tokenReference, 'digitization.complete');
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
): Promise<ChannelReply> {
  const url = `${call.url}/debit/v1/digitization/${verb}-time-based-secret`;
  return postJson(url, key, { card_id: call.cardId, ...members });
}

/** Returns a member of the payload in the provisioning envelope (docs/reference/protocol.md#provisioning-envelope). */
function memberOf({ status, body }: ChannelReply, name: string): unknown {
  if (status !== 200 || typeof body !== 'object' || body === null || !('payload' in body)) return undefined;
  return (body.payload as Readonly<Record<string, unknown>> | null)?.[name];
}

/** Hides the one-time password: a person who sees the terminal could use it within its minute. */
function withoutPassword(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/#\d{1,8}(?=")/g, '#…')) as unknown;
}

/** One call of the command, with its options. */
interface TriggerCall {
  readonly cardId: number;
  readonly url: string;
  readonly networkKey: string;
  readonly integratorKey?: string;
  readonly walletId?: string;
  readonly tokenReference?: string;
  readonly path?: string;
  readonly recommendation?: string;
  readonly panSource?: string;
  readonly reportId?: string;
}

async function* authorizeToken(call: TriggerCall): AsyncGenerator<Step> {
  yield await authorizationStep(call, call.tokenReference ?? newReference());
}

async function* reportDigitization(call: TriggerCall, event: string): AsyncGenerator<Step> {
  const attempt = await latestAttempt(call);
  const tokenReference = call.tokenReference ?? attempt?.tokenReference ?? newReference();
  const walletId = attempt?.tokenReference === tokenReference ? attempt.walletId : null;
  yield await digitizationStep(walletId === null ? call : { walletId, ...call }, tokenReference, event);
}

function authorizationStep(call: TriggerCall, tokenReference: string): Promise<Step> {
  return networkStep(call, 'token-authorizations', {
    what: 'asks for a token authorization',
    token: {
      token_reference: tokenReference,
      path: call.path,
      recommendation: call.recommendation,
      pan_source: call.panSource,
    },
  });
}

function digitizationStep(call: TriggerCall, tokenReference: string, event: string): Promise<Step> {
  return networkStep(call, 'digitizations', {
    what: `reports ${event}`,
    token: { token_reference: tokenReference, digitized_pan: DIGITIZED_PAN, event, report_id: call.reportId },
  });
}

/** A published sample. It is masked, so that no output shows a card number. */
const DIGITIZED_PAN = '530842XXXXXX0116';

type Attempt = AttemptsOfCardQuery['provisioningAttempts']['edges'][number]['node'];

/** Returns the card's latest attempt; null where none exists. */
async function latestAttempt(call: TriggerCall): Promise<Attempt | null> {
  const variables = { cardId: call.cardId };
  const answer = await postDocument(call.url, call.networkKey, AttemptsOfCardDocument, variables);
  const { data } = answer.body as { readonly data?: AttemptsOfCardQuery | null };
  return plainValues(data?.provisioningAttempts.edges[0]?.node ?? null);
}

function replyOf({ status, body }: ChannelReply): Step['reply'] {
  return { status, body };
}

type Token = Readonly<Record<string, string | undefined>> & { readonly token_reference: string };

async function networkStep(
  { url, networkKey, cardId, walletId = '103' }: TriggerCall,
  path: string,
  { what, token }: { readonly what: string; readonly token: Token },
): Promise<Step> {
  const of = { card_id: cardId, wallet_id: walletId, token_requestor_id: '50110030273', device: '21' };
  const answer = await postJson(`${url}/network/v1/${path}`, networkKey, { ...of, ...token });
  const isDone = answer.status === 200;
  return { actor: 'network', what: `${what}, ${token.token_reference}`, reply: replyOf(answer), isDone };
}

/** Outcome of one step of the card network or the integrator. */
interface Step {
  readonly actor: string;
  readonly what: string;
  /** HTTP status and body of the reply; null for a step outside the gateway. */
  readonly reply: { readonly status: number; readonly body: unknown } | null;
  readonly isDone: boolean;
}
