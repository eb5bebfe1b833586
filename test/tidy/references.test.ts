/** Tests that comments refer only to the docs of this repository, and to existing headings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT } from './tree.js';

const CODE = /\.(ts|tsx|mjs|cjs|graphql|yml|yaml)$/;
const files = filesIn('src', 'test', 'bench', 'console', 'schema', 'scripts', 'deploy').filter(
  (path) => CODE.test(path) && !path.includes('node_modules') && !path.endsWith('references.test.ts'),
);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('name only documents of this repository', () => {
  const outside =
    /\b[Cc]ontract (section )?\d|(?<![\w-])(trust|peers|service|wire|contract)\.md\b|\b(service|wire) \d\.\d/;
  expect(files.filter((path) => outside.test(read(path)))).toEqual([]);
});

it('name existing headings', () => {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (page: string): ReadonlySet<string> => {
    const known = anchors.get(page) ?? new Set(existsSync(join(ROOT, page)) ? headingsOf(read(page)) : []);
    anchors.set(page, known);
    return known;
  };
  const dead = files.flatMap((path) =>
    [...read(path).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
      .filter(([, page = '', anchor]) => {
        const isThere = existsSync(join(ROOT, page));
        return !isThere || (anchor !== undefined && !anchorsOf(page).has(anchor));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

/** Returns anchors as GitHub makes them of headings. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
