// node tools/docs/prose.mjs: checks the prose of README.md and docs/ with textlint.
import { TextlintKernelDescriptor } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter, loadLinterFormatter } from 'textlint';
import { glossary, plainBeginnings, purposeFirst, shortSentences } from './prose-rules.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** Pages that a newcomer reads first. */
const FIRST = ['README.md', 'docs/quickstart.md'].filter((path) => existsSync(join(ROOT, path)));
const WORDS_MAX = 30;
/** The other pages have longer sentences in their tables and conditions. */
const OTHERS_WORDS_MAX = 35;

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .filter((path) => !FIRST.includes(path));

const results = [
  ...(await check(FIRST, { wordsMax: WORDS_MAX, isPage: false })),
  ...(await check(pages, { wordsMax: OTHERS_WORDS_MAX, isPage: true })),
];
const formatter = await loadLinterFormatter({ formatterName: 'unix' });
process.stdout.write(formatter.format(results));
if (results.some(({ messages }) => messages.length > 0)) process.exitCode = 1;

/**
 * @param {readonly string[]} paths
 * @param {{ wordsMax: number, isPage: boolean }} options
 */
function check(paths, { wordsMax, isPage }) {
  const descriptor = new TextlintKernelDescriptor({
    plugins: [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }],
    rules: [
      { ruleId: 'glossary', rule: glossary },
      { ruleId: 'plain-beginnings', rule: plainBeginnings },
      { ruleId: 'short-sentences', rule: shortSentences, options: { wordsMax } },
      ...(isPage ? [{ ruleId: 'purpose-first', rule: purposeFirst }] : []),
    ],
    filterRules: [],
  });
  return createLinter({ descriptor, cwd: ROOT }).lintFiles(paths.map((path) => join(ROOT, path)));
}
