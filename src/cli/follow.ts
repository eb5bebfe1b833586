import type { SubscribeOptions } from '../client/index.js';
import { certificateFailure, CliError, type Shell } from './shell.js';
import { IS_RUNNING } from './transactions/send-channels.js';

/**
 * Runs a command that follows a gateway until the process is stopped. Standard error gets a line when the connection opens, and
 * one when it is interrupted. Errors: CliError if the gateway cannot be reached at first, or refuses the subscription.
 */
export async function follow(
  shell: Shell,
  url: string,
  run: (
    connection: Required<Pick<SubscribeOptions, 'onConnection'>> & { readonly signal: AbortSignal },
  ) => Promise<void>,
): Promise<void> {
  const { GatewayError } = await import('../client/index.js');
  const ending = new AbortController();
  void shell.untilStopped().then(() => ending.abort());
  let state: 'new' | 'connected' | 'lost' = 'new';
  const onConnection: SubscribeOptions['onConnection'] = (next, reason) => {
    if (ending.signal.aborted) return;
    if (next === 'connected') shell.err(`Listening to ${url}.\n`);
    else if (state === 'new') {
      ending.abort(unreachable(url, reason));
    } else if (state === 'connected')
      shell.err(`The connection to ${url} is lost (${reason ?? 'unknown'}); retrying.\n`);
    state = next;
  };
  try {
    await run({ signal: ending.signal, onConnection });
  } catch (error) {
    throw error instanceof GatewayError ? new CliError(`${error.message} (${error.code})`) : error;
  }
  const reason: unknown = ending.signal.reason;
  if (reason instanceof CliError) throw reason;
}

function unreachable(url: string, reason: string | null): CliError {
  const what = SILENT.test(reason ?? '')
    ? `Nothing answers at ${url}`
    : `${url} does not accept the connection`;
  const advice = certificateFailure(reason ?? '') ?? IS_RUNNING;
  return new CliError(`${what} (${reason ?? 'unknown'}). ${advice}`);
}

/** Codes of connections that reach no program. */
const SILENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;
