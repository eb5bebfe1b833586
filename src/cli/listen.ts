import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { DigitizationEvent } from '../client/index.js';
import { keyOption, SecretOption, urlOption } from './gateway-options.js';
import { readPlace, writePlace } from './listen-place.js';
import { forward } from './listen-forward.js';
import { CliError, type Shell, UsageError } from './shell.js';

interface ListenOptions {
  readonly card?: string;
  readonly after?: string;
  readonly url: string;
  readonly key: string;
  readonly state?: string;
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly json?: boolean;
}

export function listenCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('listen')
    .description('Prints digitization events as they happen, and connects again when the gateway goes away.')
    .option('--card <id>', 'only the events of this card')
    .option('--after <id>', 'goes on after the event of this id')
    .option(
      '--state <file>',
      'keeps the id of the last event in this file, and goes on from there the next time',
    )
    .addOption(urlOption())
    .addOption(keyOption('integrator', 'Bearer key of role integrator or operator'))
    .option('--forward-to <url>', 'posts each event there, signed as a webhook, until it is taken')
    .addOption(
      new SecretOption('secret', {
        description: 'whsec_… to sign with',
        sandbox: undefined,
      }),
    )
    .option('--json', 'prints each event as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ListenOptions) => {
      await listen(shell, options);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  cardway listen --card 5001
  cardway listen --state last-event --forward-to http://127.0.0.1:3000/webhooks`;

async function listen(shell: Shell, options: ListenOptions): Promise<void> {
  // Loaded here and not above: no other command should wait for GraphQL.
  const { subscribe, SubscriptionError } = await import('../client/index.js');
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  const send = options.forwardTo === undefined ? null : forwarder(shell, options, stopping.signal);
  try {
    const events = subscribe({
      url: options.url,
      key: options.key,
      cardId: cardOf(options),
      after: options.after ?? readPlace(shell, options.state),
      signal: stopping.signal,
      onConnection: (state) => shell.err(CONNECTION[state](options.url)),
    });
    for await (const event of events) {
      shell.out(options.json === true ? `${JSON.stringify(event)}\n` : lineOf(event));
      if (send !== null && !(await send(event))) return;
      writePlace(options.state, event.id);
    }
  } catch (error) {
    throw error instanceof SubscriptionError ? new CliError(error.message) : error;
  }
}

const CONNECTION = {
  connected: (url: string) => `Listening to ${url}.\n`,
  lost: (url: string) => `The connection to ${url} is lost.\n`,
};

function lineOf(event: DigitizationEvent): string {
  const { occurredAt, type, id, cardId, wallet, tokenReference } = event;
  return `${occurredAt} ${type} ${id} card=${String(cardId)} wallet=${wallet} token=${tokenReference}\n`;
}

/** False when it was stopped before the event was taken. */
function forwarder(
  shell: Shell,
  options: ListenOptions,
  signal: AbortSignal,
): (event: DigitizationEvent) => Promise<boolean> {
  const url = options.forwardTo ?? '';
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new UsageError('--forward-to must be an http or https URL.');
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) {
    throw new UsageError('--secret-file must hold whsec_ and 24 to 64 bytes in base64.');
  }
  if (options.secret === undefined) shell.err(`Signing with ${secret}\n`);
  return (event) => forward(shell, { url, secret, event, signal });
}

function cardOf({ card }: ListenOptions): number | undefined {
  if (card === undefined) return undefined;
  if (!/^\d{1,15}$/.test(card)) throw new UsageError('--card must be an integer.');
  return Number(card);
}
