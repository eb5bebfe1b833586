// Counts properties that make the source broad or narrow: node scripts/check/house.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SRC = join(ROOT, 'src');

/** Pattern of the numbered sections and files of the specification that a newcomer does not have. */
const OUTSIDE =
  /[Cc]ontract (?:section )?[0-9]|service(?:\.md)? [0-9]|wire(?:\.md)? [0-9]|(?:trust|peers|service|wire|contract)\.md/;

/** @typedef {{ path: string, text: string, lines: number, tree: ts.SourceFile }} Source */

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('generated/'))
  .map((name) => sourceOf(join(SRC, name)));
const byPath = new Map(sources.map((source) => [source.path, source]));

const importers = importersOf();
const names = exportedNames();

/** @type {[what: string, count: string | number][]} */
const rows = [
  ['source files', sources.length],
  ['lines', sum(sources.map(({ lines }) => lines))],
  ['files with exactly one importer', count(sources, ({ path }) => importers.get(path)?.size === 1)],
  ['files under 30 lines', count(sources, ({ lines }) => lines < 30)],
  ['exported names', names.length],
  ['exported names that one other file uses', count(names, ({ users }) => users === 1)],
  ['exported names that no other file uses', count(names, ({ users }) => users === 0)],
  ['loose files at the top of src', readdirSync(SRC).filter((name) => name.endsWith('.ts')).length],
  ['file names that occur more than once', repeatedNames().length],
  ['comments that name a document outside the repository', count(lines(), (line) => OUTSIDE.test(line))],
  ['files with repliedResultCode or toldResultCode', filesWith(/toldResultCode|repliedResultCode/)],
  ['files with replyReason or defaultReason', filesWith(/defaultReason|replyReason/)],
];
for (const [what, number] of rows) console.log(`${String(number).padStart(7)}  ${what}`);
if (process.argv.includes('--names')) for (const name of repeatedNames()) console.log(name);

/** @param {string} path @returns {Source} */
function sourceOf(path) {
  const text = readFileSync(path, 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  return { path, text, lines: text.split('\n').length - 1, tree };
}

/** @returns {Map<string, Set<string>>} paths of the importing files by path of the imported one */
function importersOf() {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const source of sources) {
    for (const match of source.text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)) {
      const imported = targetOf(source.path, match[1] ?? '');
      if (imported === null) continue;
      const known = found.get(imported) ?? new Set();
      found.set(imported, known.add(source.path));
    }
  }
  return found;
}

/** @param {string} from @param {string} specifier */
function targetOf(from, specifier) {
  const path = resolve(dirname(from), specifier.replace(/\.js$/, '.ts'));
  return byPath.has(path) || existsSync(path) ? path : null;
}

/** @returns {{ name: string, users: number }[]} with how many other files import each */
function exportedNames() {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const { path, tree } of sources) {
    for (const statement of tree.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const specifier = statement.moduleSpecifier;
      if (specifier === undefined || !ts.isStringLiteral(specifier)) continue;
      const imported = targetOf(path, specifier.text);
      if (imported === null) continue;
      for (const name of namesOf(statement)) {
        const key = `${imported} ${name}`;
        users.set(key, (users.get(key) ?? new Set()).add(path));
      }
    }
  }
  return sources.flatMap(({ path, tree }) =>
    tree.statements.flatMap(declaredNames).map((name) => {
      const key = `${path} ${name}`;
      return { name: `${relative(SRC, path)} ${name}`, users: users.get(key)?.size ?? 0 };
    }),
  );
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} statement @returns {string[]} */
function namesOf(statement) {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (bindings === undefined || !('elements' in bindings)) return [];
  return [...bindings.elements].map((element) => (element.propertyName ?? element.name).text);
}

/** @param {ts.Statement} statement @returns {string[]} the names that it exports */
function declaredNames(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = /** @type {ts.DeclarationStatement} */ (statement);
  return name === undefined ? [] : [name.getText()];
}

function repeatedNames() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path } of sources) counts.set(basename(path), (counts.get(basename(path)) ?? 0) + 1);
  return [...counts].filter(([, times]) => times > 1).map(([name]) => name);
}

function lines() {
  return sources.flatMap(({ text }) => text.split('\n'));
}

/** @param {RegExp} pattern */
function filesWith(pattern) {
  return count(sources, ({ text }) => pattern.test(text));
}

/** @template T @param {readonly T[]} all @param {(one: T) => boolean} test */
function count(all, test) {
  return all.filter(test).length;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
