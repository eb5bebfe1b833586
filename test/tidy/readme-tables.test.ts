import { writeFileSync } from 'node:fs';
import { errorsTable, README_PATH, readmeSection, readReadme, settingsTable } from '../support/readme.js';

// UPDATE_README=1 writes the tables anew.
if (process.env['UPDATE_README'] === '1') {
  const tables = { settings: settingsTable(), errors: errorsTable() };
  let written = readReadme();
  for (const [name, table] of Object.entries(tables)) {
    const section = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    written = written.replace(section, (_match, head: string, tail: string) => `${head}${table}${tail}`);
  }
  writeFileSync(README_PATH, written);
}

describe('the tables of README.md', () => {
  it('list every setting with its default and what it may be', () => {
    expect(readmeSection('settings')).toBe(settingsTable());
  });

  it('list every error of the register', () => {
    expect(readmeSection('errors')).toBe(errorsTable());
  });
});
