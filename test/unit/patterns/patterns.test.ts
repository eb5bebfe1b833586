/**
 * Tests that every pattern of the program takes linear time. Otherwise a caller's text of 60 kB, or a wallet service's of 256 kB,
 * would block the event loop. All patterns are found in the sources and run on texts that make patterns backtrack.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { sizeOf } from '../../fault/size.js';
import { growthOf, GROWTH_MAX } from '../growth.js';
import { textOf, worstInputs } from './worst-inputs.js';

const ROOT = resolve(__dirname, '../../..');
/** Lengths of texts. The most expensive texts of one length are tried at the next. */
const LENGTHS = [4096, 65_536, sizeOf('CARDWAY_TEST_TEXT_LENGTH', 65_536)];

interface Pattern {
  readonly where: string;
  readonly pattern: RegExp;
}

describe.each(Object.entries(byFolder(patternsOf(join(ROOT, 'src')))))(
  'patterns in src/%s',
  (_folder, found) => {
    it.each(found.map(({ where, pattern }) => [where, String(pattern).slice(0, 80), pattern] as const))(
      '%s %s',
      (_where, _text, pattern) => {
        let inputs = worstInputs(pattern.source);
        for (const length of new Set(LENGTHS)) {
          const growths = inputs.map((input) => ({
            input,
            ...growthOf(
              (size) => textOf(input, size),
              length,
              (text) => run(pattern, text),
            ),
          }));
          expect(growths.filter(({ times }) => times > GROWTH_MAX)).toEqual([]);
          inputs = growths
            .sort((a, b) => b.costUs - a.costUs)
            .slice(0, 4)
            .map(({ input }) => input);
        }
      },
    );
  },
);

it('a pattern that is not linear is detected', () => {
  const quadratic = /cardway_(?=[\w-]*[A-Z0-9])[\w-]{32,}/g;
  const input = { begin: '', piece: 'cardway_', end: '!' };
  const { times } = growthOf(
    (size) => textOf(input, size),
    16_384,
    (text) => run(quadratic, text),
  );
  expect(times).toBeGreaterThan(GROWTH_MAX);
});

/** Runs a pattern as the program uses it: every match of a global one, the first of any other. */
function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}

function patternsOf(folder: string): readonly Pattern[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
    .sort()
    .flatMap((name) => patternsIn(join(folder, name)));
}

/** Returns the patterns of a file. Patterns that the program builds from texts are built the same way here. */
function patternsIn(path: string): readonly Pattern[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const where = (node: ts.Node): string =>
    `${relative(ROOT, path)}:${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ where: where(node), pattern: literal(node.text) });
    // A pattern of other values is run by the tests of its functions (text-functions.long.test.ts).
    const isBuilt = ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
    if (isBuilt && !node.getText().includes('${')) found.push({ where: where(node), pattern: built(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function literal(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Builds the pattern. It may contain only constants, so that it can be evaluated without the program. */
function built(node: ts.NewExpression): RegExp {
  return new Function(`return ${node.getText()};`)() as RegExp;
}

function byFolder(patterns: readonly Pattern[]): Record<string, Pattern[]> {
  const folders: Record<string, Pattern[]> = {};
  for (const pattern of patterns) {
    const folder = pattern.where.split('/')[1] ?? '';
    (folders[folder] ??= []).push(pattern);
  }
  return folders;
}
