import { Command } from 'commander';
import { DRIFT_MAX_MS, DRIFT_WARNING_MS } from '../app/runtime.js';
import { readOutboundTls, readTls } from '../app/tls.js';
import { type SecurityWarning, settingsWarnings, weakSecretWarnings } from '../app/weaknesses.js';
import { isNodeRecent, NODE_NEEDED } from '../platform/build.js';
import { type Config, describeProblems, readConfig } from '../platform/config.js';
import type { Store } from '../store/store.js';
import { keysInUse } from '../use-cases/events/announce.js';
import type { Finding } from './probe.js';
import type { Verdict } from './rehearse/answers.js';
import type { RehearsedWallet } from './rehearse/stage.js';
import { Fault, type Shell } from './shell.js';
import { type ConfiguredOptions, ofConfiguration, withOpenStore } from './with-store.js';
import { printText } from './print.js';

interface DoctorOptions extends ConfiguredOptions {
  readonly sandbox?: boolean;
  readonly reference?: string;
}

export function doctorCommand(shell: Shell): Command {
  return ofConfiguration(new Command('doctor'))
    .description('Checks configuration, database, clock and wallet service, and recommends what to do.')
    .option('--sandbox', 'checks the settings of `serve --sandbox`')
    .option(
      '--reference <reference>',
      'wallet whose balance doctor asks the wallet services for; the first one by default',
    )
    .action(async (options: DoctorOptions) => {
      const findings = await examine(shell, options);
      printText(shell, options, { findings }, findings.map(lineOf).join(''));
      if (findings.some(({ result }) => result === 'failed')) throw new Fault();
    });
}

async function examine(shell: Shell, options: DoctorOptions): Promise<Finding[]> {
  const node = nodeFinding(shell.nodeVersion);
  const { env, readFile } = shell;
  const { config: configFile, sandbox: isSandbox = false } = options;
  const reading = readConfig({ env, readFile, configFile, isSandbox });
  if (reading.kind === 'invalid') {
    return [node, { check: 'configuration', result: 'failed', detail: describeProblems(reading.problems) }];
  }
  const { config } = reading;
  const { runtime } = shell;
  // Other commands do not load the client of wallet services.
  const { findProbed, probe, walletServicesOf } = await import('./probe.js');
  let probed: RehearsedWallet | Verdict = NO_DIRECTORY;
  const stored = await checked('database', () =>
    withOpenStore(shell, config, async (store) => {
      const { isReady, reason } = await store.status();
      if (isReady) probed = await findProbed(store, options.reference);
      return storeFindings(store, isReady ? null : (reason ?? 'it is not ready'), runtime.clock.nowMs());
    }),
  );
  return [
    node,
    { check: 'configuration', result: 'ok', detail: 'every setting is valid' },
    ...stored,
    ...(await checked('certificate', () => {
      const tls = readTls(config.settings.tls, shell.readFile);
      return warningsOf(settingsWarnings(config, tls, runtime.clock.nowMs()));
    })),
    // No service can be asked without the files of `outboundTls`.
    ...(await checked('certificate', () => {
      const peers = readOutboundTls(config, shell.readFile);
      const services = walletServicesOf(config);
      const wallet = probed;
      if ('result' in wallet) return services.slice(0, 1).map(({ check }) => ({ check, ...wallet }));
      return Promise.all(services.map((service) => probe({ config, runtime, service, peers, wallet })));
    })),
    ...(await signInFindings(config)),
  ];
}

/** Returns what a check finds: that it failed, where it ends with an error. */
async function checked(
  check: string,
  work: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [{ check, result: 'failed', detail: reasonOf(error) }];
  }
}

function nodeFinding(version: string): Finding {
  return {
    check: 'node',
    result: isNodeRecent(version) ? 'ok' : 'failed',
    detail: `${version}; ${String(NODE_NEEDED)} or later is needed`,
  };
}

/** `unready` says why the schema cannot be used; null where it can. */
async function storeFindings(store: Store, unready: string | null, nowMs: number): Promise<Finding[]> {
  // A read also works on a full disk, or while another program locks the database.
  if (unready === null) await store.tryWrite().catch(cannotWrite);
  const driftMs = Math.abs((await store.nowMs()) - nowMs);
  const unsafe = await store.unsafeSettings();
  return [
    unready === null
      ? { check: 'database', result: 'ok', detail: 'open, can be written, schema up to date' }
      : { check: 'database', result: 'warning', detail: unready },
    ...unsafe.map((detail): Finding => ({ check: 'database settings', result: 'failed', detail })),
    ...(unready === null ? warningsOf(await weakSecretWarnings(store)) : []),
    ...(unready === null ? await oldKeyFindings(store, nowMs) : []),
    clockFinding(driftMs),
  ];
}

const NO_DIRECTORY: Verdict = {
  result: 'warning',
  detail: 'The directory cannot be read, so no signed Balance was sent.',
};

const KEY_AGE_MAX_MS = 365 * 86_400_000;

/** Names the API keys in use that are older than a year. */
async function oldKeyFindings({ administration }: Store, nowMs: number): Promise<readonly Finding[]> {
  const keys = await keysInUse(administration.keys, nowMs);
  const old = keys.filter(({ createdAtMs }) => nowMs - (createdAtMs ?? nowMs) > KEY_AGE_MAX_MS);
  const detail = `Older than a year: ${old.map(({ keyId }) => keyId).join(', ')}. Make other keys, and revoke these.`;
  return old.length === 0 ? [] : [{ check: 'API keys', result: 'warning', detail }];
}

function warningsOf(weaknesses: readonly SecurityWarning[]): readonly Finding[] {
  return weaknesses.map((weakness) => ({ ...weakness, result: 'warning' }));
}

function cannotWrite(error: unknown): never {
  throw new Error('can be read and cannot be written', { cause: error });
}

/** Returns the sentence with the words of the database, which know whether its disk is full or it only lets read. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'cannot be opened';
  let last = error;
  while (last.cause instanceof Error) last = last.cause;
  return last === error || last.message === '' ? error.message : `${error.message} (${last.message})`;
}

/** Exported for tests: an embedded database uses this machine's clock, so a real run never shows the bad cases. */
export function clockFinding(driftMs: number): Finding {
  const detail = `${String(Math.round(driftMs))} ms from the database's clock`;
  if (driftMs > DRIFT_MAX_MS) {
    return {
      check: 'clock',
      result: 'failed',
      detail: `${detail}: provisioning secrets are refused; set the time by NTP on both machines`,
    };
  }
  if (driftMs > DRIFT_WARNING_MS)
    return { check: 'clock', result: 'warning', detail: `${detail}; is time synchronization running?` };
  return { check: 'clock', result: 'ok', detail };
}

async function signInFindings({ settings: { signIn } }: Config): Promise<Finding[]> {
  const { issuer, clientId } = signIn;
  if (issuer === undefined || clientId === undefined) return [];
  const { createIdentityProvider } = await import('../outbound/identity-provider.js');
  const why = await createIdentityProvider({ ...signIn, issuer, clientId }).check();
  // Its path or query may hold a token.
  const { host } = new URL(issuer);
  return [
    why === null
      ? { check: 'sign-in', result: 'ok', detail: `the OpenID provider ${host} answers` }
      : { check: 'sign-in', result: 'failed', detail: `nobody can sign in at ${host}: ${why}` },
  ];
}

function lineOf(finding: Finding): string {
  return `${finding.result.padEnd(8)} ${finding.check}: ${finding.detail}\n`;
}
