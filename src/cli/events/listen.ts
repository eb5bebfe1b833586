import axios from 'axios';
import { Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { CardwayClient, CardwayEvent, SubscribeOptions } from '../../client/index.js';
import { backoffMs } from '../../core/events/backoff.js';
import { EVENT_TYPES, type EventType } from '../../core/events/event.js';
import { signatureHeaders } from '../../outbound/webhooks/webhook.js';
import { type AskOptions, ofGateway } from '../ask.js';
import { httpUrlOf, keyOption, SecretOption } from '../gateway-options.js';
import { CliError, readOf, type Shell, UsageError } from '../shell.js';
import { DIRECT, unreachable } from '../transactions/send-channels.js';
import { integerOf } from '../values.js';

interface ListenOptions extends AskOptions {
  readonly type?: readonly EventType[];
  readonly card?: number;
  readonly after?: string;
  readonly state?: string;
  readonly forwardTo?: string;
  readonly secret?: string;
}

export function listenCommand(shell: Shell): Command {
  const key = keyOption('integrator', 'Bearer key of role integrator, auditor, settler or operator');
  return ofGateway(new Command('listen'), key)
    .description('Prints events as they happen. Connects again when the gateway restarts.')
    .addOption(new Option('--type <types...>', 'only events of these types').choices(EVENT_TYPES))
    .option('--card <id>', 'only the events of this card', (written) => integerOf('--card', written))
    .option('--after <id>', 'continues after the event of this id')
    .option(
      '--state <file>',
      'keeps the id of the last event in this file, and continues from there at the next start',
    )
    .option(
      '--forward-to <url>',
      'posts each event there, signed as a webhook, until it is accepted',
      httpUrlOf,
    )
    .addOption(
      new SecretOption('secret', {
        description: 'whsec_… to sign with',
        sandbox: undefined,
        isOptional: true,
      }),
    )
    .addHelpText('after', EXAMPLES)
    .action((options: ListenOptions) => listen(shell, options));
}

const EXAMPLES = `
Examples:
  cardway listen --card 5001
  cardway listen --state last-event --forward-to http://127.0.0.1:3000/webhooks`;

/**
 * Prints events until the process is stopped. Standard error gets a line when the connection opens, and one when it is interrupted.
 * Errors: CliError if the gateway cannot be reached at first, or refuses the subscription.
 */
async function listen(shell: Shell, options: ListenOptions): Promise<void> {
  const { url, type: types, state, json } = options;
  const ending = new AbortController();
  const { signal } = ending;
  void shell.untilStopped().then(() => ending.abort());
  const { forwardTo, secret } = options;
  const send = forwardTo === undefined ? null : forwarder(shell, { url: forwardTo, given: secret, signal });
  const client = await clientOf(options);
  const events = client.subscribe({
    signal,
    onConnection: connectionReporter(shell, url, ending),
    types,
    cardId: options.card,
    after: options.after ?? readCursor(state),
    onStart: (place) => writeCursor(state, place),
  });
  try {
    for await (const event of events) {
      shell.out(json === true ? `${JSON.stringify(event.data)}\n` : lineOf(event));
      if (send !== null && !(await send(event))) break;
      writeCursor(state, event.id);
    }
  } catch (error) {
    const { GatewayError } = await import('../../client/index.js');
    throw error instanceof GatewayError ? new CliError(`${error.message} (${error.code})`) : error;
  }
  const reason: unknown = signal.reason;
  if (reason instanceof CliError) throw reason;
}

/** Returns the callback for the state of the connection. It ends a command that never got one. */
function connectionReporter(
  shell: Shell,
  url: string,
  ending: AbortController,
): NonNullable<SubscribeOptions['onConnection']> {
  let state: 'new' | 'connected' | 'lost' = 'new';
  return (next, reason) => {
    if (ending.signal.aborted) return;
    if (next === 'connected') shell.err(`Listening to ${url}.\n`);
    else if (state === 'new') ending.abort(unreachable(url, reason ?? 'unknown'));
    else if (state === 'connected')
      shell.err(`The connection to ${url} is lost (${reason ?? 'unknown'}); retrying.\n`);
    state = next;
  };
}

/** Loads the client here, so that other commands do not wait for GraphQL. Errors: CliError for a key that no header can carry. */
async function clientOf({ url, key }: ListenOptions): Promise<CardwayClient> {
  const { createClient } = await import('../../client/index.js');
  // This WebSocket says why a connection fails. Node's own does not.
  const { WebSocket } = await import('ws');
  /** graphql-ws takes its listeners off a socket that it ends while it opens, and an error without a listener ends the process. */
  class FollowingSocket extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols);
      this.on('error', () => undefined);
    }
  }
  try {
    return createClient({ url, key, webSocketImpl: FollowingSocket });
  } catch (error) {
    throw new CliError((error as TypeError).message);
  }
}

function lineOf(event: CardwayEvent): string {
  const { occurredAt, type, id, cardId, data } = event;
  const about = [
    ['card', cardId],
    ['wallet', data['wallet']],
    ['token', data['tokenReference']],
    ['transaction', data['requestId']],
    ['endpoint', data['endpointId']],
  ].flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`${String(name)}=${String(value)}`] : [],
  );
  return `${[occurredAt, type, id, ...about].join(' ')}\n`;
}

/** Returns a function that posts an event until the receiver accepts it with 2xx. It resolves false when stopped before that. */
function forwarder(
  shell: Shell,
  {
    url,
    given,
    signal,
  }: { readonly url: string; readonly given: string | undefined; readonly signal: AbortSignal },
): (event: CardwayEvent) => Promise<boolean> {
  const secret = given ?? `whsec_${randomBytes(24).toString('base64')}`;
  if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) {
    throw new UsageError('--secret-file must hold whsec_ and 24 to 64 bytes in base64.');
  }
  if (given === undefined) shell.err(`Signing with ${secret}\n`);
  const { clock, random } = shell.runtime;
  return async (event) => {
    const { id, type, occurredAt: timestamp } = event;
    const body = Buffer.from(JSON.stringify({ type, timestamp, data: event.data }));
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const signature = signatureHeaders({ id, body, secrets: [secret], nowMs: clock.nowMs() });
      const failure = await post(url, { body, signature, signal });
      if (failure === null) return true;
      shell.err(`${url} did not take ${id}: ${failure}. It is sent again.\n`);
      const ms = backoffMs({ attempt, minMs: RETRY_MIN_MS, maxMs: RETRY_MAX_MS, random: random() });
      await setTimeout(ms, null, { signal }).catch(() => null);
    }
    return false;
  };
}

const TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** Returns why the receiver refused the event; null where it accepted it. */
async function post(
  url: string,
  {
    body,
    signature,
    signal,
  }: { readonly body: Buffer; readonly signature: object; readonly signal: AbortSignal },
): Promise<string | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status, data } = await axios.post<Readable>(url, body, {
      headers: { 'content-type': 'application/json', ...signature },
      // A timeout of axios would begin anew with each byte.
      signal: AbortSignal.any([signal, timeout]),
      ...DIRECT,
      responseType: 'stream',
    });
    // The status decides, whatever follows it: too long an answer would send the event again and again.
    data.on('error', () => undefined).destroy();
    return status >= 200 && status < 300 ? null : `HTTP ${String(status)}`;
  } catch (error) {
    if (timeout.aborted) return `no answer within ${String(TIMEOUT_MS / 1000)} s`;
    return error instanceof Error ? error.message : 'unreachable';
  }
}

/** Returns the id in a state file; undefined where no file exists. */
function readCursor(file: string | undefined): string | undefined {
  if (file === undefined || !existsSync(file)) return undefined;
  return readOf(`--state: ${file}`, () => readFileSync(file, 'utf8')).trim();
}

/** Replaces the whole file, so that a crash leaves the old or the new id. */
function writeCursor(file: string | undefined, id: string): void {
  if (file === undefined) return;
  try {
    writeFileSync(`${file}.new`, `${id}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    throw new CliError(`--state: ${file} cannot be written.`);
  }
}
