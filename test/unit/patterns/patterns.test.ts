/**
 * No pattern of the program takes more time than in proportion to the text: a caller's text of 60 kB, or a wallet service's of 256 kB,
 * would hold the event loop otherwise. All of them are found in the sources and run on texts of up to 1 MiB that patterns are
 * known to backtrack in.
 *
 * The unit is the processor time of one look at each character of the same text, on the same machine at the same time. A pattern that looks
 * back or ahead from each place over what follows takes thousands of it at 64 KiB already; a linear one a few, at any size.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { worthOf } from './worth.js';
import { textOf, worstInputs } from './worst-inputs.js';

const ROOT = resolve(__dirname, '../../..');
const SIZES = [4096, 65_536, 1_048_576];
/** Looks at each character that a pattern may be worth. */
const LOOKS_MAX = 1500;

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
        for (const size of SIZES) {
          const costs = inputs.map((input) => {
            const text = textOf(input, size);
            return { input, looks: worthOf(text, () => run(pattern, text), LOOKS_MAX) };
          });
          expect(costs.filter(({ looks }) => looks > LOOKS_MAX)).toEqual([]);
          // The next size takes sixteen times as long: the texts that cost most here go on.
          inputs = costs
            .sort((a, b) => b.looks - a.looks)
            .slice(0, 4)
            .map(({ input }) => input);
        }
      },
    );
  },
);

it('a pattern that is not linear is found out', () => {
  const text = `${'cardway_'.repeat(8192)}!`;
  const quadratic = /cardway_(?=[\w-]*[A-Z0-9])[\w-]{32,}/g;
  expect(worthOf(text, () => run(quadratic, text), LOOKS_MAX)).toBeGreaterThan(LOOKS_MAX);
});

/** As the program uses it: every match of a global one, the first of any other. */
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

/** Those that the program builds from texts are built the same way here. */
function patternsIn(path: string): readonly Pattern[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const where = (node: ts.Node): string =>
    `${relative(ROOT, path)}:${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ where: where(node), pattern: literal(node.text) });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
      found.push({ where: where(node), pattern: built(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function literal(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Only constants may stand in it, so that it can be evaluated without the program. */
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
