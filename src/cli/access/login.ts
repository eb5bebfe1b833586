import axios from 'axios';
import { Command } from 'commander';
import { urlOption } from '../gateway-options.js';
import { printOutcome } from '../print.js';
import { credentialHeaders, keepSession, sessionAt } from '../sessions.js';
import { CliError, type Shell } from '../shell.js';
import { DIRECT, postJson } from '../transactions/send-channels.js';

interface Options {
  readonly url: string;
  readonly json?: boolean;
}

/** Returns `login`: the sign-in of a person at the OpenID provider, from a terminal. */
export function loginCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('login')
    .description(
      'Signs you in at the OpenID provider of a gateway, with a browser on any device. Other commands with the same --url then need no key.',
    )
    .addOption(urlOption())
    .option('--json', 'prints JSON, on a terminal too')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      const { cookie, actor, role } = await signIn(shell, options);
      keepSession(shell, options.url, { cookie });
      printOutcome(shell, options, { url: options.url, actor, role }, [
        `You are signed in to ${options.url} as ${plain(actor)}, with the role ${plain(role)}.`,
      ]);
      done(0);
    });
}

/** Returns `logout`: the end of that session. */
export function logoutCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('logout')
    .description('Ends your session at a gateway, and forgets it.')
    .addOption(urlOption())
    .option('--json', 'prints JSON, on a terminal too')
    .action(async (options: Options) => {
      const session = sessionAt(shell, options.url);
      if (session !== undefined) {
        keepSession(shell, options.url, null);
        await endSession(options.url, credentialHeaders(session));
      }
      const outcome = session === undefined ? 'You were not signed in to' : 'You are signed out of';
      printOutcome(shell, options, { url: options.url, wasSignedIn: session !== undefined }, [
        `${outcome} ${options.url}.`,
      ]);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  cardway login --url https://cards.example.com
  cardway transactions --url https://cards.example.com
  cardway logout --url https://cards.example.com`;

interface SignedIn {
  readonly cookie: string;
  readonly actor: string;
  readonly role: string;
}

/** Answer of the gateway to the beginning of a sign-in. */
interface Begun {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string | null;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

type Answered =
  { readonly state: 'pending'; readonly isTooFast: boolean } | ({ readonly state: 'signed_in' } & SignedIn);

/** Pause that RFC 8628 adds where the provider is asked too often. */
const SLOWER_MS = 5000;

async function signIn(shell: Shell, { url }: Options): Promise<SignedIn> {
  const { clock, timer } = shell.runtime;
  const begun = await ask<Begun>(url, '', {});
  if (begun === null) throw new CliError('Too many sign-ins from your address. Try again in a minute.');
  const address = plain(begun.verificationUri);
  const code = plain(begun.userCode);
  shell.err(`Open ${address} in a browser, and enter the code ${code}.\n`);
  if (begun.verificationUriComplete !== null)
    shell.err(`Or open ${plain(begun.verificationUriComplete)} and compare the code.\n`);
  const endsAtMs = clock.monotonicMs() + begun.expiresInSeconds * 1000;
  let pauseMs = begun.intervalSeconds * 1000;
  while (clock.monotonicMs() < endsAtMs) {
    await timer.wait(pauseMs).done;
    const answer = await ask<Answered>(url, '/session', { deviceCode: begun.deviceCode });
    if (answer?.state === 'signed_in') return answer;
    if (answer === null || answer.isTooFast) pauseMs += SLOWER_MS;
  }
  throw new CliError('The code has expired. Run cardway login again.');
}

/**
 * Asks the gateway. Returns null where it must be asked again later. Errors: CliError with what the person can do.
 */
async function ask<Answer>(url: string, step: '' | '/session', body: object): Promise<Answer | null> {
  const address = `${url}/console/sign-in/device${step}`;
  const reply = await postJson(address, null, body).catch((error: unknown) => {
    // While the person signs in, the network may fail for a moment.
    if (step === '') throw error;
    return null;
  });
  if (reply?.status === 200) return reply.body as Answer;
  const isLater = reply === null || reply.status === 429 || (reply.status === 503 && step !== '');
  if (isLater) return null;
  const { message, error } = (reply.body ?? {}) as { message?: string; error?: { code?: string } };
  if (typeof message === 'string' && ![404, 405].includes(reply.status))
    throw new CliError(`${plain(message)} (${plain(String(error?.code))})`);
  throw new CliError(
    `${url} signs nobody in: it is no gateway, or its console is switched off (console.page).`,
  );
}

async function endSession(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const address = `${url}/console/session`;
  const reply = await axios.delete(address, { headers, ...DIRECT }).catch(() => null);
  // A session that has ended already is no failure.
  if (reply?.status === 204 || reply?.status === 401) return;
  throw new CliError(
    `The session is forgotten here, but ${url} did not end it. It ends there by itself once it is idle.`,
  );
}

/** Returns a text of the gateway without characters that could move the cursor of the terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}
