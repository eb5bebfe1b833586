/** Makes all changes to a captured methodCall that need no password of the terminal. */
import { seededRandom, type Random } from '../random.js';
import { checksumOf, textsOf, type Call } from './call.js';
import { positionsOf } from './methods.js';

export interface WrittenParam {
  readonly kind: 'text' | 'klv' | 'int' | 'date' | 'checksum';
  /** XML tag of the type. Null for an untyped value. */
  readonly tag: string | null;
  readonly text: string;
}

/** A methodCall before it becomes bytes. */
export interface Written {
  readonly method: string;
  readonly params: readonly WrittenParam[];
  readonly encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16' | 'iso-8859-1';
  readonly lineEnd: string;
  readonly isPretty: boolean;
}

/** Returns the call as its terminal wrote it. `texts` are those under its checksum where they differ from the sent ones. */
export function written(call: Call, signed: Call = call): Written {
  const params = positionsOf(call.method).map(({ kind }, index) => ({
    kind,
    tag: TAGS[kind],
    text: textsOf(call, 'printed')[index] ?? '',
  }));
  const checksum = { kind: 'checksum', tag: 'string', text: checksumOf(signed, 'printed') } as const;
  return {
    method: call.method,
    params: [...params, checksum],
    encoding: 'utf-8',
    lineEnd: '\n',
    isPretty: false,
  };
}

const TAGS = { text: 'string', klv: 'string', int: 'int', date: 'dateTime.iso8601' } as const;

/** Returns this many mutations of a call, the same for each seed. Each has one to three changes. */
export function mutations(of: Written, count: number, seed: number): readonly Written[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    let mutated = of;
    for (let changes = random.int(1, 3); changes > 0; changes -= 1)
      mutated = random.pick(CHANGES)(mutated, random);
    return mutated;
  });
}

type Change = (call: Written, random: Random) => Written;

/** Changes one of the params of these kinds. */
function changed(
  kinds: readonly WrittenParam['kind'][],
  change: (param: WrittenParam, random: Random) => Partial<WrittenParam>,
): Change {
  return (call, random) => {
    const places = call.params.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index] : []));
    const place = places[random.int(0, Math.max(places.length - 1, 0))];
    const params = call.params.map((param, index) =>
      index === place ? { ...param, ...change(param, random) } : param,
    );
    return { ...call, params };
  };
}

const ZONES = ['Z', '+00:00', '+00:01', '-00:01', '+0530', '-2359', '-23:59', '+23:59'] as const;
const SPACES = [' ', '\n', '\t', ' \n  ', '\u00a0'] as const;

const toDate: Change = changed(['date'], ({ text }, random) => {
  const [, digits = '', zone = ''] = /^([\d:T-]{15,19}?)((?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)$/.exec(
    text.trim(),
  ) ?? ['', text];
  const compact = digits.replaceAll('-', '');
  return {
    text: random.pick([
      digits + random.pick(ZONES),
      compact.replaceAll(':', '') + zone,
      compact.replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3') + random.pick(['', ...ZONES]),
      `${compact}.${random.pick(['0', '5', '999999999'])}${random.pick(['', ...ZONES])}`,
      compact,
    ]),
  };
});

const CHANGES: readonly [Change, ...Change[]] = [
  toDate,
  toDate,
  toDate,
  changed(['text', 'klv', 'int', 'date', 'checksum'], ({ text }, random) => ({
    text: random.pick([`${random.pick(SPACES)}${text}`, `${text}${random.pick(SPACES)}`]),
  })),
  changed(['text', 'klv', 'int', 'date', 'checksum'], ({ text }, random) => {
    const tag = random.pick([null, 'string', 'int', 'i8', 'double', 'dateTime.iso8601', 'base64'] as const);
    return { tag, text: tag === 'base64' ? Buffer.from(text).toString('base64') : text };
  }),
  changed(['int'], ({ text }, random) => ({ text: random.pick([`+${text}`, `0${text}`, `${text} `]) })),
  changed(['checksum'], ({ text }, random) => ({
    text: random.pick([text.toUpperCase(), ` ${text}`, text.replace(/[a-f]/, (hex) => hex.toUpperCase())]),
  })),
  changed(['klv'], ({ text }, random) => ({
    text: text === '' ? random.pick(SPACES) : random.pick([reordered(text), `\n${text}\n`, `${text} `]),
  })),
  changed(['text'], ({ text }, random) => ({
    text: random.pick([text.replace(/\n/g, '\r\n'), text.replace(/\r\n/g, '\n'), asLatin1(text)]),
  })),
  (call, random) => ({
    ...call,
    encoding: random.pick(['utf-8', 'utf-8 with mark', 'utf-16', 'iso-8859-1']),
  }),
  (call, random) => ({ ...call, isPretty: true, lineEnd: random.pick(['\n', '\r\n', '\r']) }),
  (call, random) => ({
    ...call,
    params: [...call.params, random.pick([call.params[0]!, call.params.at(-1)!])],
  }),
  // The concatenation has no boundaries.
  (call, random) => {
    const at = random.int(0, call.params.length - 3);
    const [one, other] = [call.params[at]!, call.params[at + 1]!];
    const cut = { ...one, text: one.text.slice(0, -1) };
    const grown = { ...other, text: one.text.slice(-1) + other.text };
    return {
      ...call,
      params: call.params.map((param, index) => (index === at ? cut : index === at + 1 ? grown : param)),
    };
  },
];

/** Returns two entries, the second one first. */
function reordered(klv: string): string {
  const length = 5 + Number(klv.slice(3, 5));
  return klv.slice(length) + klv.slice(0, length);
}

/** Returns UTF-8 misread as Latin-1. */
function asLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function bytesOf(call: Written): Buffer {
  const end = call.isPretty ? call.lineEnd : '';
  const params = call.params.map(({ tag, text }) => {
    const inner = escaped(text);
    const value = tag === null ? inner : `<${tag}>${inner}</${tag}>`;
    return `<param>${end}<value>${value}</value>${end}</param>`;
  });
  const declared = call.encoding === 'iso-8859-1' ? ' encoding="ISO-8859-1"' : '';
  const text = [
    `<?xml version="1.0"${declared}?>`,
    `<methodCall>${end}<methodName>${call.method}</methodName><params>`,
    ...params,
    '</params></methodCall>',
  ].join(end);
  if (call.encoding === 'utf-16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (call.encoding === 'iso-8859-1') return Buffer.from(text, 'latin1');
  return Buffer.from(call.encoding === 'utf-8' ? text : `\ufeff${text}`, 'utf8');
}

/** Escapes a carriage return of the text, which would otherwise become a line feed. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
