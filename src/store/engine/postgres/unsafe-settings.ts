import type { StoreSettings } from '../../settings.js';
import type { Operation, Result } from '../operation.js';

/**
 * Returns the settings under which a crash loses committed data, one sentence each: which it is, where it comes from, and what to
 * do.
 */
export function* unsafeSettings({
  trustStorage,
}: Pick<StoreSettings, 'trustStorage'>): Operation<readonly string[]> {
  const { rows } = (yield { sql: FOUND, values: [] }) as Result<Found>;
  return rows.filter(({ name }) => !trustStorage || name === 'synchronous_commit').map(sentenceOf);
}

interface Found {
  readonly name: keyof typeof LOSES;
  readonly source: string;
  readonly role: string;
  readonly database: string;
}

/** Runs outside of our transactions: reads the settings that the connection got when it was made. */
const FOUND = `select name, source, current_user as role, current_database() as database from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`;

const LOSES = {
  fsync: 'a crash of its machine loses what was acknowledged, or all of it.',
  full_page_writes: 'a crash of its machine in the middle of a write damages what is there.',
  synchronous_commit: 'a crash of the server loses what was acknowledged.',
} as const;

function sentenceOf({ name, source, role, database }: Found): string {
  const [inRole, inDatabase] = [role, database].map((text) => `"${text.replaceAll('"', '""')}"`);
  const [place, advice] = {
    'database user': [
      `role ${role} in database ${database}`,
      `ALTER ROLE ${String(inRole)} IN DATABASE ${String(inDatabase)} RESET ${name}.`,
    ],
    user: [`role ${role}`, `ALTER ROLE ${String(inRole)} RESET ${name}.`],
    database: [`database ${database}`, `ALTER DATABASE ${String(inDatabase)} RESET ${name}.`],
    global: ['all roles', `ALTER ROLE ALL RESET ${name}.`],
    'configuration file': ['the server, in a configuration file or by ALTER SYSTEM', adviceForServer(name)],
  }[source] ?? [`the server: ${source}`, adviceForServer(name)];
  return `${name} is off (set for ${String(place)}): ${LOSES[name]} Change it: ${String(advice)}`;
}

function adviceForServer(name: Found['name']): string {
  const change = `ALTER SYSTEM SET ${name} = on, then SELECT pg_reload_conf() (a flag on the server's command line wins over that).`;
  return name === 'synchronous_commit'
    ? change
    : `${change} Where the storage of a hosted service needs no ${name}: database.trustStorage.`;
}
