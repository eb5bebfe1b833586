import { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { openKeepers, wrapWith } from '../../app/keepers.js';
import { keyIdOf, parseWrapped } from '../../core/access/wrapped-secret.js';
import type { Config, SecretPlace } from '../../platform/config.js';
import { sqlitePath } from '../../store/settings.js';
import type { KeyInventory, StoredKey } from '../../store/maintenance/key-inventory.js';
import { readSecret } from '../gateway-options.js';
import { printRows } from '../print.js';
import { CliError, type Shell, UsageError } from '../shell.js';
import type { Columns } from '../table.js';
import { loadConfig, loadReading, withStore } from '../with-store.js';

interface Options {
  readonly config?: string;
  readonly url?: string;
  readonly json?: boolean;
  readonly keeper?: 'vault' | 'pkcs11';
}

/** Adds `keys wrap` and `keys inventory`. */
export function addOutsideKeys(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('wrap')
    .description(
      'Reads a secret from standard input and prints it wrapped by the key-encryption key, for a setting or its file. A wrapped secret is wrapped anew.',
    )
    .addOption(
      new Option('--keeper <keeper>', 'keeper of the key, where both are configured').choices([
        'vault',
        'pkcs11',
      ]),
    )
    // Refused below: the usual message would repeat the argument, which may be the secret.
    .allowExcessArguments()
    .action(async (_options: unknown, command: Command) => {
      if (command.args.length > 0)
        throw new UsageError('The secret is read from standard input, not from arguments.');
      shell.out(`${await wrap(shell, command.optsWithGlobals())}\n`);
      done(0);
    });
  group
    .command('inventory')
    .description('Lists every key with purpose, algorithm, age, place and the day by which it must change.')
    .action(async (_options: unknown, command: Command) => {
      const options: Options = command.optsWithGlobals();
      const keys = await inventoryOf(shell, options);
      printRows(shell, options, { value: { keys }, columns: COLUMNS, rows: keys });
      done(0);
    });
}

async function wrap(shell: Shell, options: Options): Promise<string> {
  if (options.url !== undefined)
    throw new UsageError('--url has no use here: the secret goes to the keeper only.');
  const config = await loadConfig(shell, { config: options.config, isOffline: true });
  const keepers = await openKeepers(config, shell.readFile);
  const [keeper, another] = keepers.filter(({ name }) => name === (options.keeper ?? name));
  if (keeper === undefined)
    throw new CliError('No keeper of a key-encryption key is configured: set vault.url or pkcs11.library.');
  if (another !== undefined)
    throw new UsageError('Both keepers are configured: give --keeper vault or --keeper pkcs11.');
  const secret = await readSecret(shell, {
    file: undefined,
    option: '< FILE',
    prompt: 'Secret',
    isNew: true,
  });
  if (secret === '') throw new UsageError('The secret is empty.');
  const wrapped = await wrapWith(keepers, keeper, secret);
  if (wrapped.kind === 'failed') throw new CliError(`The secret is not wrapped: ${wrapped.reason}.`);
  return wrapped.value;
}

/** A key of the inventory. Times are ISO 8601; null is unknown. */
interface KeyLine {
  readonly purpose: string;
  /** Its setting, or its name in the database. */
  readonly key: string;
  readonly algorithm: string;
  readonly since: string | null;
  readonly ageDays: number | null;
  readonly keptIn: 'environment' | 'file' | 'configuration' | 'database' | 'keeper';
  /** File, or the name in the keeper. */
  readonly place: string | null;
  /** Id of the key-encryption key, or of the master key, that encrypts it. */
  readonly wrappedBy: string | null;
  readonly mustChangeBy: string | null;
  /** Values that a master key seals in the database. */
  readonly sealedValues: number | null;
}

const COLUMNS: Columns<KeyLine> = {
  Purpose: 'purpose',
  Key: 'key',
  Algorithm: 'algorithm',
  'Age in days': ({ ageDays }) => ageDays ?? 'unknown',
  'Kept in': ({ keptIn, place }) => (place === null ? keptIn : `${keptIn} ${place}`),
  'Wrapped by': 'wrappedBy',
  'Must change by': ({ mustChangeBy }) => mustChangeBy?.slice(0, 10) ?? 'unknown',
  'Sealed values': 'sealedValues',
};

const DAY_MS = 86_400_000;
/** Longest life of a key that has no end of its own (docs/security.md#inventory-of-keys). */
const LIFE_MS = 365 * DAY_MS;

type Plain = Pick<KeyLine, 'purpose' | 'key' | 'algorithm' | 'keptIn' | 'place' | 'wrappedBy'> & {
  readonly sinceMs: number | null;
  readonly endMs?: number | null;
  readonly sealedValues?: number;
};

async function inventoryOf(shell: Shell, options: Options): Promise<readonly KeyLine[]> {
  const { config, secrets } = await loadReading(shell, { config: options.config, isOffline: true });
  const stored = await withStore(shell, { config: options.config, url: options.url }, (store) =>
    store.keyInventory(),
  );
  const nowMs = shell.runtime.clock.nowMs();
  const lines = [
    ...keeperKeys(config),
    ...secrets
      // The path of an SQLite file is no secret.
      .filter(
        ({ setting }) => setting !== 'databaseUrl' || !config.settings.databaseUrl.startsWith('sqlite:'),
      )
      .flatMap((secret) => settingKey(secret, stored))
      .map((line) => ({ ...line, ...windowOf(config, line) })),
    ...keyBeside(config, stored),
    ...tlsKeys(config, shell.readFile),
    ...stored.keys.map(storedKey),
  ];
  return lines.map(({ sinceMs, endMs, sealedValues = null, ...line }) => {
    const changeMs = endMs ?? (sinceMs === null ? null : sinceMs + LIFE_MS);
    return {
      ...line,
      since: isoOf(sinceMs),
      ageDays: sinceMs === null ? null : Math.max(0, Math.floor((nowMs - sinceMs) / DAY_MS)),
      mustChangeBy: isoOf(changeMs),
      sealedValues,
    };
  });
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Keys that never leave their keeper. Their age is the keeper's to know. */
function keeperKeys({ settings: { vault, pkcs11 } }: Config): readonly Plain[] {
  const key = (name: string, place: string, keyName: string): Plain => ({
    purpose: 'key-encryption key',
    key: keyName,
    algorithm: name === 'vault' ? 'that of Vault’s key' : 'AES-GCM',
    keptIn: 'keeper',
    place: keyIdOf([name, place, keyName]),
    wrappedBy: null,
    sinceMs: null,
  });
  return [
    ...(vault.url === undefined ? [] : [key('vault', vault.mount, vault.keyName)]),
    ...(pkcs11.library === undefined ? [] : [key('pkcs11', pkcs11.token ?? '', pkcs11.keyLabel)]),
  ];
}

/** Purpose and algorithm of the settings that hold keys. Other secrets are passwords of other services. */
function settingKey(secret: SecretPlace, stored: KeyInventory): readonly Plain[] {
  const { setting, keptIn, path, wrapped } = secret;
  const at = {
    key: setting,
    keptIn,
    place: path,
    wrappedBy: wrapped === null ? null : (parseWrapped(wrapped)?.keyId ?? null),
    // The time of a wrapped file is that of its last wrapping.
    sinceMs: path === null || wrapped !== null ? null : changedAtMs(path),
  };
  if (/^(?:otherM|m)asterKey$/.test(setting))
    return [{ ...at, ...MASTER_KEY, sealedValues: sealedBy(stored, setting === 'masterKey') }];
  if (setting.includes('igningKey'))
    return [{ ...at, purpose: 'signs calls to a wallet service', algorithm: 'HMAC-SHA-256' }];
  return [{ ...at, purpose: 'credential for another service', algorithm: 'none: a password' }];
}

const MASTER_KEY = { purpose: 'master key', algorithm: 'AES-256-GCM, HKDF-SHA-256' };

function sealedBy({ sealedValues, masterKeyId }: KeyInventory, isCurrent: boolean): number {
  return [...sealedValues].reduce(
    (sum, [id, count]) => ((id === masterKeyId) === isCurrent ? sum + count : sum),
    0,
  );
}

/** Returns the window of a signing key that has one: it begins its use, and its end is the day of the change. */
function windowOf(config: Config, { key, sinceMs }: Plain): Pick<Plain, 'sinceMs' | 'endMs'> {
  const owners = [{ prefix: '', signingKeys: config.signingKeys }].concat(
    config.routes.map(({ name, signingKeys }) => ({ prefix: `routes.${name}.`, signingKeys })),
  );
  const windows = owners.flatMap(({ prefix, signingKeys }) =>
    signingKeys.map((window, index) => ({ ...window, setting: `${prefix}signingKeys.${String(index)}.key` })),
  );
  const window = windows.find(({ setting }) => setting === key);
  return { sinceMs: window?.notBefore ?? sinceMs, endMs: window?.notAfter ?? null };
}

/** The master key that the gateway made beside an SQLite file. */
function keyBeside({ settings }: Config, stored: KeyInventory): readonly Plain[] {
  if (settings.masterKey !== undefined) return [];
  const place = `${sqlitePath(settings.databaseUrl)}.key`;
  const at = {
    key: 'masterKey',
    keptIn: 'file',
    place,
    wrappedBy: null,
    sinceMs: changedAtMs(place),
  } as const;
  return [{ ...at, ...MASTER_KEY, sealedValues: sealedBy(stored, true) }];
}

/** Private keys of TLS. They must change when their certificates end. */
function tlsKeys({ settings, outboundTls }: Config, readFile: (path: string) => string): readonly Plain[] {
  const { cert, key } = settings.tls;
  const pairs = [
    { setting: 'tls.key', cert, key },
    ...outboundTls.map((entry, index) => ({ ...entry, setting: `outboundTls.${String(index)}.key` })),
  ];
  return pairs.flatMap(({ setting, cert: certFile, key: keyFile }) => {
    if (keyFile === undefined || certFile === undefined) return [];
    const certificate = certificateIn(readFile, certFile);
    const line: Plain = {
      purpose: 'private key of TLS',
      key: setting,
      algorithm: certificate?.publicKey.asymmetricKeyType ?? 'unknown',
      keptIn: 'file',
      place: keyFile,
      wrappedBy: null,
      sinceMs: changedAtMs(keyFile),
      endMs: certificate === null ? null : Date.parse(certificate.validTo),
    };
    return [line];
  });
}

function certificateIn(readFile: (path: string) => string, path: string): X509Certificate | null {
  try {
    return new X509Certificate(readFile(path));
  } catch {
    return null;
  }
}

const STORED: Readonly<Record<StoredKey['purpose'], Pick<Plain, 'purpose' | 'algorithm'>>> = {
  audit: { purpose: 'chains the audit log', algorithm: 'HMAC-SHA-256' },
  'shared key': { purpose: 'provisioning secrets', algorithm: 'one-time passwords (RFC 6238)' },
  webhook: { purpose: 'signs webhooks', algorithm: 'HMAC-SHA-256' },
  'API key': { purpose: 'API key', algorithm: 'HMAC-SHA-256; only the hash is kept' },
};

function storedKey({ purpose, name, role, createdAtMs, expiresAtMs, sealedBy: by }: StoredKey): Plain {
  const wrappedBy = by === null ? null : `master key ${by}`;
  const times = { sinceMs: createdAtMs, endMs: expiresAtMs };
  const what = STORED[purpose];
  return {
    ...{ ...what, purpose: role === undefined ? what.purpose : `${what.purpose} of role ${role}` },
    ...{ key: name, keptIn: 'database', place: null, wrappedBy, ...times },
  };
}

/** Returns null for a file whose time cannot be read. */
function changedAtMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
