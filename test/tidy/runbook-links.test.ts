import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tree.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('every link of the console to the runbook leads to an entry of docs/runbook.md', () => {
  const [, listed = ''] = /const ENTRIES = \{(.*?)\}/s.exec(read('console/src/parts/page.tsx')) ?? [];
  const linked = [...listed.matchAll(/: '([^']*)'/g)].map(([, entry = '']) => entry);
  const entries = [...read('docs/runbook.md').matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  expect(linked.length).toBeGreaterThan(5);
  expect(linked.filter((entry) => !entries.includes(entry))).toEqual([]);
});
