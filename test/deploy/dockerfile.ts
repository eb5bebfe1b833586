import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/tree.js';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The last stage of deploy/Dockerfile, which makes the image. */
export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  /** Source, relative to the repository's root, and target, relative to the working directory. */
  readonly copied: readonly { readonly from: string; readonly to: string }[];
  /** Symbolic links: where each leads, and its name in the working directory. */
  readonly links: readonly { readonly to: string; readonly name: string }[];
  readonly base: string;
}

export function readImage(): Image {
  const all = instructions(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const textOf = (wanted: string): string => last.find(({ name }) => name === wanted)?.text ?? '';
  const list = (text: string): readonly string[] => JSON.parse(text) as string[];
  return {
    base: textOf('FROM'),
    env: Object.fromEntries(
      textOf('ENV')
        .split(/\s+/)
        .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
    ),
    user: textOf('USER'),
    entrypoint: list(textOf('ENTRYPOINT')),
    command: list(textOf('CMD')),
    healthcheck: list(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK'))?.[1] ?? '[]'),
    links: [...textOf('RUN').matchAll(/ln -s (\S+) (\S+)/g)].map(([, to = '', name = '']) => ({ to, name })),
    copied: last.filter(({ name }) => name === 'COPY').flatMap(({ text }) => copiesOf(text)),
  };
}

function instructions(text: string): readonly Instruction[] {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .flatMap((match) => (match === null ? [] : [{ name: match[1] ?? '', text: match[2] ?? '' }]));
}

function copiesOf(text: string): { from: string; to: string }[] {
  const words = text.split(/\s+/).filter((word) => !word.startsWith('--'));
  const target = words.at(-1) ?? '';
  return words.slice(0, -1).map((word) => {
    const from = word.replace(/^\/build\//, '');
    return { from, to: target === './' ? from : target };
  });
}
