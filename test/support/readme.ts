import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ERRORS } from '../../src/errors.js';
import { environmentName, SETTINGS, type SettingKey } from '../../src/settings.js';

export const README_PATH = resolve(__dirname, '..', '..', 'README.md');

export function readReadme(): string {
  return readFileSync(README_PATH, 'utf8');
}

/** The fenced block behind `<!-- kind: name -->`. */
export function readmeBlock(kind: 'run' | 'reply', name: string): string {
  const block = new RegExp(`<!-- ${kind}: ${name} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\\n\`\`\``).exec(
    readReadme(),
  )?.[1];
  if (block === undefined) throw new Error(`README.md has no ${kind} block ${name}.`);
  return block;
}

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
export function readmeSection(name: string): string {
  const section = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)<!-- /${name} -->`).exec(readReadme())?.[1];
  if (section === undefined) throw new Error(`README.md has no section ${name}.`);
  return section;
}

export function settingsTable(): string {
  const rows = (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const setting = SETTINGS[key];
    const fallback = setting.default === undefined ? '–' : `\`${setting.default}\``;
    return `| \`${key}\` | \`${environmentName(key)}\` | ${fallback} | ${setting.meaning} (${setting.allowed}) |`;
  });
  return ['| key | environment | default | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

export function errorsTable(): string {
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
