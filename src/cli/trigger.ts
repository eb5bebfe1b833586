import { Command } from 'commander';
import { DIGITIZATION_EVENT_TYPES } from '../core/digitization-event.js';
import { keyOption, urlOption } from './gateway-options.js';
import { UsageError, type Shell } from './shell.js';
import { authorizeToken, reportDigitization, type TriggerCall } from './trigger-network.js';
import { playProvisioning } from './trigger-provisioning.js';
import type { Step } from './trigger-step.js';

/** `cardway trigger …`: plays the card network's side against a running gateway. */
export function triggerCommand(shell: Shell, done: (status: number) => void): Command {
  const trigger = new Command('trigger').description(
    'Plays the card network against a running gateway. What is left out comes from the sandbox.',
  );
  const add = (
    name: string,
    description: string,
    play: (call: TriggerCall) => AsyncIterable<Step>,
  ): Command => {
    const command = new Command(name)
      .description(description)
      .exitOverride()
      .configureOutput({ writeOut: shell.out, writeErr: shell.err })
      .requiredOption('--card <id>', 'card_id')
      .addOption(urlOption())
      .addOption(keyOption('network', 'Bearer key of role network', { name: 'networkKey' }))
      .option('--wallet-id <id>', 'wallet_id: 103 Apple Pay, 216 Google Pay, 217 Samsung Pay', '103')
      .option('--token-reference <reference>', 'token_reference; that of the card’s attempt, else a new one')
      .option('--token-requestor-id <id>', 'token_requestor_id', '50110030273')
      .option('--device <code>', 'device code', '21')
      .option('--json', 'prints one line of JSON')
      .action(async (options: TriggerOptions) => {
        done((await show(shell, options, play(callOf(shell, options)))) ? 0 : 1);
      });
    trigger.addCommand(command);
    return command;
  };
  add('token-authorization', 'The network asks whether a token may be made of the card.', authorizeToken)
    .option('--path <path>', 'GREEN, YELLOW, ORANGE or RED')
    .option('--recommendation <word>', 'of the wallet: Approve, Decline …')
    .option('--pan-source <source>', 'card_added_via_application, card_added_manually …');
  for (const type of DIGITIZATION_EVENT_TYPES) {
    add(type, REPORTS[type], (call) => reportDigitization(call, type)).option(
      '--report-id <id>',
      'the report’s own id, which tells a repeat from a new report',
    );
  }
  add(
    'provisioning',
    'The whole sequence, from the tap to the card in the wallet.',
    playProvisioning,
  ).addOption(keyOption('integrator', 'Bearer key of role integrator', { name: 'integratorKey' }));
  return trigger;
}

const REPORTS = {
  'digitization.complete': 'The network reports that the card is in the wallet.',
  'digitization.deleted': 'The network reports that the token was removed.',
  'digitization.stopped': 'The network reports that the token was suspended.',
  'digitization.resumed': 'The network reports that the token works again.',
  'digitization.replaced':
    'The network reports that the token was replaced, with another expiry for example.',
  'digitization.exception': 'The network reports that the activation came to nothing.',
} as const;

type TriggerOptions = Omit<TriggerCall, 'cardId' | 'newReference'> & {
  readonly card: string;
  readonly json?: boolean;
};

function callOf(shell: Shell, { card, ...options }: TriggerOptions): TriggerCall {
  if (!/^\d{1,16}$/.test(card) || !Number.isSafeInteger(Number(card)))
    throw new UsageError('--card must be an integer.');
  return { ...options, cardId: Number(card), newReference: () => newReference(shell) };
}

/** In the form of the networks' own: 48 characters. */
function newReference(shell: Shell): string {
  const digits = Array.from({ length: 40 }, () => Math.floor(shell.world.random() * 16).toString(16));
  return `DCARDWAY${digits.join('')}`;
}

/** Prints each step as it is made. False: one of them failed, and none was made after it. */
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
