import { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config, SecretPlace } from '../../platform/config.js';
import { sqlitePath } from '../../store/settings.js';
import type { KeyInventory, StoredKey } from '../../store/maintenance/key-inventory.js';
import { printRows } from '../print.js';
import type { Shell } from '../shell.js';
import type { Columns } from '../table.js';
import { loadReading, withStore } from '../with-store.js';

interface Options {
  readonly config?: string;
  readonly url?: string;
  readonly json?: boolean;
}

/** Adds `keys inventory`. */
export function addInventory(group: Command, shell: Shell, done: (status: number) => void): void {
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

/** A key of the inventory. Times are ISO 8601; null is unknown. */
interface KeyLine {
  readonly purpose: string;
  /** Its setting, or its name in the database. */
  readonly key: string;
  readonly algorithm: string;
  readonly since: string | null;
  readonly ageDays: number | null;
  readonly keptIn: 'environment' | 'file' | 'configuration' | 'database';
  /** Path of its file. */
  readonly place: string | null;
  /** Id of the master key that encrypts it. */
  readonly sealedBy: string | null;
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
  'Sealed by': 'sealedBy',
  'Must change by': ({ mustChangeBy }) => mustChangeBy?.slice(0, 10) ?? 'unknown',
  'Sealed values': 'sealedValues',
};

const DAY_MS = 86_400_000;
/** Longest life of a key that has no end of its own (docs/security.md#inventory-of-keys). */
const LIFE_MS = 365 * DAY_MS;

type Plain = Pick<KeyLine, 'purpose' | 'key' | 'algorithm' | 'keptIn' | 'place' | 'sealedBy'> & {
  readonly sinceMs: number | null;
  readonly endMs?: number | null;
  readonly sealedValues?: number;
};

async function inventoryOf(shell: Shell, options: Options): Promise<readonly KeyLine[]> {
  const { config, secrets } = loadReading(shell, { config: options.config, isOffline: true });
  const stored = await withStore(shell, { config: options.config, url: options.url }, (store) =>
    store.keyInventory(),
  );
  const nowMs = shell.runtime.clock.nowMs();
  const lines = [
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

/** Purpose and algorithm of the settings that hold keys. Other secrets are passwords of other services. */
function settingKey(secret: SecretPlace, stored: KeyInventory): readonly Plain[] {
  const { setting, keptIn, path } = secret;
  const at = {
    key: setting,
    keptIn,
    place: path,
    sealedBy: null,
    sinceMs: path === null ? null : changedAtMs(path),
  };
  if (/^(?:otherM|m)asterKey$/.test(setting))
    return [{ ...at, ...MASTER_KEY, sealedValues: countSealedBy(stored, setting === 'masterKey') }];
  if (setting.includes('igningKey'))
    return [{ ...at, purpose: 'signs calls to a wallet service', algorithm: 'HMAC-SHA-256' }];
  return [{ ...at, purpose: 'credential for another service', algorithm: 'none: a password' }];
}

const MASTER_KEY = { purpose: 'master key', algorithm: 'AES-256-GCM, HKDF-SHA-256' };

function countSealedBy({ sealedValues, masterKeyId }: KeyInventory, isCurrent: boolean): number {
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
    sealedBy: null,
    sinceMs: changedAtMs(place),
  } as const;
  return [{ ...at, ...MASTER_KEY, sealedValues: countSealedBy(stored, true) }];
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
      sealedBy: null,
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
  const sealedBy = by === null ? null : `master key ${by}`;
  const times = { sinceMs: createdAtMs, endMs: expiresAtMs };
  const what = STORED[purpose];
  return {
    ...{ ...what, purpose: role === undefined ? what.purpose : `${what.purpose} of role ${role}` },
    ...{ key: name, keptIn: 'database', place: null, sealedBy, ...times },
  };
}

/** Returns null for a file whose time cannot be read. */
function changedAtMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
