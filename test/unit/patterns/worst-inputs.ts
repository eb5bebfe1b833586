/** Characters that patterns repeat, and pairs that begin again and again without an end. */
const PIECES = [
  ...[
    'a',
    'A',
    '0',
    '_',
    '-',
    ' ',
    '\n',
    '\t',
    '"',
    "'",
    '\\',
    '<',
    '/',
    ':',
    '.',
    '=',
    '@',
    '&',
    '%',
    '#',
    '[',
    '{',
    '+',
  ],
  ...[
    'a_',
    'a-',
    'a.',
    'a ',
    '0 ',
    '0.',
    '0-',
    '0_',
    ':a',
    '"a',
    '\\"',
    '<a ',
    '&amp;',
    'aA',
    '\r\n',
    'é',
    '٣',
    '\u{1d7ce}',
  ],
];

const ENDINGS = ['', '!', '\n', '\n!', 'a', ' '];

/**
 * Returns texts that make patterns backtrack: each piece repeated, each literal text of the pattern repeated, and each literal
 * once with a repeated piece behind it, as well as a letter: a pattern may eat a repeated piece at the beginning of a text and
 * nowhere else. All have several endings, so that a match fails late.
 */
export function worstInputs(source: string): readonly WorstInput[] {
  const literals = literalsOf(source);
  return [
    ...ENDINGS.flatMap((end) => [...PIECES, ...literals].map((piece) => ({ begin: '', piece, end }))),
    ...['x', ...literals].flatMap((begin) => PIECES.map((piece) => ({ begin, piece, end: '!' }))),
  ];
}

export interface WorstInput {
  readonly begin: string;
  /** Piece, repeated. */
  readonly piece: string;
  readonly end: string;
}

export function textOf({ begin, piece, end }: WorstInput, length: number): string {
  return begin + piece.repeat(Math.ceil(length / piece.length)) + end;
}

/** Returns runs of plain characters of the source, alternatives separately. */
function literalsOf(source: string): readonly string[] {
  const plain = source
    .replace(/\\[bBdDsSwW]|\\p\{\w+\}|\[(?:\\.|[^\]\\])*\]|\(\?<?[:!=]|[*+?^$()]|\{[\d,]+\}/g, '\0')
    .replace(/\\(.)/g, '$1');
  return [...new Set(plain.split(/[\0|]/))].filter((literal) => literal.length > 1);
}
