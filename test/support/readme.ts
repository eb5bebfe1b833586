import { MOVES, type State, type To } from '../../src/core/transactions/life.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXPORT_LISTS } from '../../src/core/access/export-lists.js';
import { PERMISSION_NAMES, PERMISSIONS, ROLE_NAMES } from '../../src/core/access/permissions.js';
import { BUILT_IN_METHODS } from '../../src/core/transactions/methods.js';
import { buildSchema } from '../../src/graphql/build-schema.js';
import { exportColumnsOf } from '../../src/graphql/access/export.resolver.js';
import { ERRORS } from '../../src/platform/errors.js';
import { environmentName, SETTING_KEYS, SETTINGS, SETTINGS_SCHEMA } from '../../src/platform/settings.js';

import {
  SANDBOX_API_KEYS,
  SANDBOX_PROGRAMME,
  SANDBOX_SHARED_KEY,
  SANDBOX_SIGNING_KEY,
  SANDBOX_TERMINAL_PASSWORD,
  SANDBOX_TERMINALS,
  SANDBOX_WALLETS,
} from '../../src/sandbox/data.js';
import { MAGIC_AMOUNTS } from '../../src/sandbox/wallet-service.js';
import { limitsTable } from './limits-table.js';
import { eventMembers, resultCodesTable } from './reference.js';
import { CHANGE_WHEN } from './settings-advice.js';

const README_PATH = resolve(__dirname, '..', '..', 'README.md');

function readReadme(): string {
  return readFileSync(README_PATH, 'utf8');
}

/** Returns the fenced block behind `<!-- kind: name -->`. */
export function readmeBlock(kind: 'run' | 'reply', name: string): string {
  const block = new RegExp(`<!-- ${kind}: ${name} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\\n\`\`\``).exec(
    readReadme(),
  )?.[1];
  if (block === undefined) throw new Error(`README.md has no ${kind} block ${name}.`);
  return block;
}

const DOCS = resolve(__dirname, '..', '..', 'docs');

/** Documents that hold a table of the program, each between `<!-- name -->` and `<!-- /name -->`. */
export const TABLES = {
  settings: { path: resolve(DOCS, 'settings.md'), table: settingsTable },
  limits: { path: resolve(DOCS, 'settings.md'), table: limitsTable },
  errors: { path: resolve(DOCS, 'errors.md'), table: errorsTable },
  permissions: { path: resolve(DOCS, 'administration.md'), table: permissionsTable },
  exports: { path: resolve(DOCS, 'reconciliation.md'), table: exportsTable },
  arguments: { path: resolve(DOCS, 'checksums.md'), table: argumentsTable },
  sandbox: { path: resolve(DOCS, 'testing.md'), table: sandboxTable },
  amounts: { path: resolve(DOCS, 'testing.md'), table: amountsTable },
  'event-members': { path: resolve(DOCS, 'reference', 'events.md'), table: eventMembers },
  moves: { path: resolve(DOCS, 'reference', 'transactions.md'), table: movesTable },
  'result-codes': { path: resolve(DOCS, 'reference', 'protocol.md'), table: resultCodesTable },
} as const;

export type TableName = keyof typeof TABLES;

/** Returns the table as the document has it. */
export function printedTable(name: TableName): string {
  const { path } = TABLES[name];
  const printed = sectionOf(name).exec(readFileSync(path, 'utf8'))?.[2];
  if (printed === undefined) throw new Error(`${path} has no section ${name}.`);
  return printed;
}

/** Writes the table into its document again. */
export function printTable(name: TableName): void {
  const { path, table } = TABLES[name];
  const written = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    written.replace(sectionOf(name), (_, head: string, _old, tail: string) => head + table() + tail),
  );
}

function sectionOf(name: TableName): RegExp {
  return new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`);
}

function settingsTable(): string {
  const groupOf = (key: string): string => (key.includes('.') ? (key.split('.')[0] ?? '') : 'General');
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> =
    SETTINGS_SCHEMA.shape;
  const sections = [...new Set(SETTING_KEYS.map(groupOf))].map((name) => {
    const keys = SETTING_KEYS.filter((key) => groupOf(key) === name);
    const rows = keys.map((key) => {
      const setting = SETTINGS[key];
      const fallback = setting.default === undefined ? '–' : `\`${setting.default}\``;
      const names = `\`${key}\` \`${environmentName(key)}\``;
      const meaning = `${setting.meaning} (${setting.allowed}).`;
      // Narrow enough for a page: a column of its own would push the meaning out of sight.
      const when = `**When to change it:** ${CHANGE_WHEN[key]}`;
      return `| ${names} | ${fallback} | ${meaning} ${when} |`;
    });
    const about = (shape[name] ?? SETTINGS_SCHEMA).description ?? '';
    const head = ['| setting | default | meaning, and when to change it |', '|---|---|---|'];
    return [`## ${name}`, '', about, '', ...head, ...rows, ''].join('\n');
  });
  return `\n${sections.join('\n')}\n`;
}

/** Moves by fact and state. Where the effect matters, each effect is named. */
function movesTable(): string {
  const states = ['pending', 'in_doubt', 'queued', 'unmatched', 'contradicted'] as const;
  const rows = Object.entries(MOVES).map(([fact, moves]: [string, Partial<Record<State, To>>]) => {
    const cells = states.map((state) => {
      const to = moves[state] ?? '–';
      if (typeof to === 'string') return to;
      return Object.entries(to)
        .map(([effect, then]) => `${effect}: ${then}`)
        .join(', ');
    });
    return `| ${[fact, ...cells].join(' | ')} |`;
  });
  return [`| fact | ${states.join(' | ')} |`, '|---|---|---|---|---|---|', ...rows, ''].join('\n');
}

function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { httpStatus, rpc, resultCode, message }]) => {
    const onRpc =
      rpc.kind === 'fault'
        ? `fault ${String(rpc.faultCode)}`
        : rpc.kind === 'result'
          ? `resultCode ${String(resultCode)}`
          : 'same status';
    return `| \`${code}\` | ${String(httpStatus)} | ${onRpc} | ${String(resultCode)} | ${message} |`;
  });
  return ['| code | HTTP | /RPC2 | JSON resultCode | when |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}

function exportsTable(): string {
  const schema = buildSchema();
  const rows = EXPORT_LISTS.map((list) => {
    const columns = exportColumnsOf(schema, list).map((column) => `\`${column}\``);
    return `| \`${list}\` | ${columns.join(', ')} |`;
  });
  return ['| list | columns |', '|---|---|', ...rows, ''].join('\n');
}

/** Returns the permissions with the roles that have each. */
function permissionsTable(): string {
  const rows = PERMISSION_NAMES.map((name) => {
    const roles: readonly string[] = PERMISSIONS[name].roles;
    const marks = ROLE_NAMES.map((role) => (roles.includes(role) ? 'yes' : ''));
    return `| ${PERMISSIONS[name].purpose} | ${marks.join(' | ')} |`;
  });
  const head = `| | ${ROLE_NAMES.map((role) => `\`${role}\``).join(' | ')} |`;
  return [head, `|---|${'---|'.repeat(ROLE_NAMES.length)}`, ...rows, ''].join('\n');
}

/** Returns the arguments of each method that the checksum covers, in their order. */
function argumentsTable(): string {
  const rows = BUILT_IN_METHODS.map(({ name, parameters }) => {
    const names = parameters.map(({ jsonName }) => `\`${jsonName}\``);
    return `| ${name} | ${names.join(', ')} |`;
  });
  return ['| method | arguments in order |', '|---|---|', ...rows, ''].join('\n');
}

function sandboxTable(): string {
  const code = (text: string): string => `\`${text}\``;
  const rows = [
    ['programme', code(SANDBOX_PROGRAMME)],
    ['terminals', SANDBOX_TERMINALS.map(code).join(', ')],
    ['password of both terminals', code(SANDBOX_TERMINAL_PASSWORD)],
    ...SANDBOX_WALLETS.map(({ reference, customerId, cardId, balance }) => [
      `wallet ${code(reference)}`,
      `customer ${String(customerId)}, card ${String(cardId)}, opening balance ${String(balance)} in minor units`,
    ]),
    ...SANDBOX_API_KEYS.map(({ key, role }) => [`key of role ${role}`, code(key)]),
    ['signing key', code(SANDBOX_SIGNING_KEY)],
    [`shared key ${code(SANDBOX_SHARED_KEY.keyId)}`, code(SANDBOX_SHARED_KEY.hex)],
  ];
  return ['| what | value |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`), ''].join('\n');
}

function amountsTable(): string {
  const rows = [...MAGIC_AMOUNTS].map(
    ([amount, { does, isProcessed }]) =>
      `| ${String(amount)} | ${does} | ${isProcessed ? 'moved' : 'not moved'} |`,
  );
  return ['| amount | the wallet service | money |', '|---|---|---|', ...rows, ''].join('\n');
}
