/** One word per idea: docs/glossary.md has the words, this test refuses the old ones wherever a reader sees them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT } from './tree.js';

/** Old words, each with the word that replaces it. */
const OLD: readonly (readonly [old: RegExp, now: string])[] = [
  [/\b(hot )?doors?\b/i, 'channel, interface or route'],
  [/\b(came|comes) by\b/i, 'channel'],
  [/\bborders\b/i, 'field boundaries'],
  [/\btoldResultCode\b|\btellDoubt\b/, 'repliedResultCode'],
  [/\bdefaultReason\b/, 'replyReason'],
  [/\bstand-ins?\b/i, 'timeout reply'],
  [/\bformer owner\b/i, 'prior call'],
  [/\b(bereft|oversight|withhold)\b/i, 'a plain verb'],
  [/\b(left-?over|takeAway|gone by)\b/, 'remaining, remove'],
  [/\btwins?\b/i, 'duplicate'],
  [/\b(lanes?|bells?)\b/i, 'upstream, signal'],
  [/\bsendings\b/i, 'attempts'],
  [/\bformer(ly)?\b/i, 'previous'],
  [/\b(hears?|heard) (of|an?|the|it|that|what|-?\d)\b/i, 'gets'],
  [/\b(is|are|was|were|be|been|being) told\b/i, 'gets'],
  [/\bcome to pass\b/i, 'happen'],
  [/\bin so many words\b/i, 'explicitly'],
  [/\bcomes? to nothing\b|\bcame to nothing\b/i, 'fails'],
  [/\bwho(so)?ever\b/i, 'a subject: the caller, the reader, the process'],
];

/** A yardstick of the benchmark, with the columns of an earlier schema. It stays as it is. */
const FROZEN = join('bench', 'peers', 'durable-floor.ts');

const pages = ['README.md', ...filesIn('docs').filter((path) => path.endsWith('.md'))];
const code = filesIn('src', 'console', 'schema', 'test', 'bench', 'scripts', 'deploy').filter(
  (path) =>
    /\.(ts|tsx|mjs|cjs|graphql|yml|yaml)$/.test(path) && !path.endsWith('words.test.ts') && path !== FROZEN,
);

it.each([
  ['docs', pages],
  ['code', code],
])('no old words in %s', (_, files) => {
  const found = files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        OLD.flatMap(([old, now]) => {
          const match = old.exec(line);
          return match === null ? [] : [`${path}:${String(index + 1)}: ${match[0]} → ${now}`];
        }),
      ),
  );
  expect(found).toEqual([]);
});

it('finds an old word', () => {
  const found = OLD.filter(([old]) =>
    old.test('The former owner hears a stand-in: whoever came by this door.'),
  );
  expect(found).toHaveLength(7);
});
