import type { Method } from '../../core/transactions/methods.js';
import { computeChecksum, matchChecksum } from '../../core/wire/checksum.js';
import { isJsonObject, type JsonObject } from '../../core/wire/json.js';
import { klvKey } from '../../core/wire/klv-keys.js';
import { type KlvEntry, parseKlv, writeKlv } from '../../core/wire/klv.js';
import type { HmacAlgorithm } from '../../core/wire/signature.js';
import type { ChecksumCall } from './checksum-call.js';

/** Result of a comparison with a given checksum. `accepted` and `different` explain it in sentences. */
export type Verdict =
  | { readonly kind: 'equal' }
  /** Covers another of the texts that the gateway accepts. */
  | { readonly kind: 'accepted'; readonly detail: string }
  /** The gateway refuses it. */
  | { readonly kind: 'different'; readonly detail: string };

interface Comparison extends Pick<ChecksumCall, 'method' | 'texts' | 'body' | 'data'> {
  readonly password: string;
  readonly algorithm: HmacAlgorithm;
  readonly given: string;
}

/** Compares a checksum as the gateway does. For a wrong one it tries frequent mistakes, one at a time. */
export function compareChecksum(comparison: Comparison): Verdict {
  const { method, texts, password, algorithm, given } = comparison;
  const messages = texts.map(({ message }) => message);
  const matched = matchChecksum({ algorithm, password, messages, claimed: given });
  if (matched === 0) return { kind: 'equal' };
  const found = texts[matched];
  if (found !== undefined) {
    return {
      kind: 'accepted',
      detail: `The gateway accepts it: it covers ${difference(method, texts[0].args, found.args)}.`,
    };
  }
  for (const guess of guessesOf(comparison)) {
    if (isMatch(comparison, guess)) return { kind: 'different', detail: guess.finding };
  }
  return { kind: 'different', detail: shapeProblem(algorithm, given) ?? UNKNOWN };
}

const UNKNOWN =
  'No frequent mistake explains it. Check the password first, then compare your text with the one above, character by character.';

const DIGITS: Readonly<Record<HmacAlgorithm, number>> = { sha256: 64, sha1: 40 };

function shapeProblem(algorithm: HmacAlgorithm, given: string): string | undefined {
  if (!/^[\da-f]*$/i.test(given)) return 'It has characters that are not hexadecimal digits.';
  if (given.length === DIGITS[algorithm]) return undefined;
  return `It has ${String(given.length)} digits; ${nameOf(algorithm)} has ${String(DIGITS[algorithm])}.`;
}

export function nameOf(algorithm: HmacAlgorithm): string {
  return algorithm === 'sha256' ? 'HMAC-SHA256' : 'HMAC-SHA1';
}

/** Names what an accepted text writes in another way than the documented one. */
function difference(method: Method, documented: readonly string[], accepted: readonly string[]): string {
  const changed = method.parameters.flatMap(({ jsonName, type }, index) => {
    const [own = '', other = ''] = [documented[index + 1], accepted[index + 1]];
    if (own === other) return [];
    if (type === 'date') return [`${jsonName} as ${other}`];
    return [`${jsonName} with CRLF line ends`];
  });
  return changed.length === 0 ? 'the bytes of the document in its own encoding' : changed.join(', ');
}

interface Guess {
  readonly finding: string;
  readonly message: Buffer | string;
  readonly password?: string;
  readonly algorithm?: HmacAlgorithm;
}

function isMatch({ password, algorithm, given }: Comparison, guess: Guess): boolean {
  const made = computeChecksum(guess.algorithm ?? algorithm, guess.password ?? password, guess.message);
  return made === given.toLowerCase();
}

/** Yields frequent mistakes of callers. */
function* guessesOf(comparison: Comparison): Generator<Guess> {
  const { method, texts, algorithm, body } = comparison;
  yield* otherKeys(comparison);
  const other = algorithm === 'sha256' ? 'sha1' : 'sha256';
  const setting = `cardway terminals set … --checksum ${other}`;
  for (const { message } of texts)
    yield {
      finding: `It is ${nameOf(other)}, not ${nameOf(algorithm)}. Change the caller, or the terminal: ${setting}.`,
      message,
      algorithm: other,
    };
  const [, ...args] = texts[0].args;
  const over = (finding: string, changed: readonly string[], name = method.name): Guess => ({
    finding,
    message: name + changed.join(''),
  });
  yield over('It leaves out the method name.', args, '');
  yield over('It covers the method name in lower case.', args, method.name.toLowerCase());
  for (const separator of [' ', ',', '|', ';', ':', '&', '\n'])
    yield over(
      `It has ${JSON.stringify(separator)} between the parts; there is nothing between them.`,
      [[method.name, ...args].join(separator)],
      '',
    );
  yield* otherArguments(comparison, args, over);
  if (body !== undefined)
    yield {
      finding: 'It covers the whole body. That is the rule of X_msg_signature, not of the checksum.',
      message: body,
    };
}

function* otherKeys({ texts, password }: Comparison): Generator<Guess> {
  const keys: readonly (readonly [finding: string, password: string])[] = [
    [
      'Its password ends with a line end. Remove it, for example with printf in place of echo.',
      `${password}\n`,
    ],
    ['Its password ends with a CRLF line end.', `${password}\r\n`],
    ['Its password has no spaces around it; the one given here has.', password.trim()],
    ['Its password is in upper case.', password.toUpperCase()],
    ['Its password is in lower case.', password.toLowerCase()],
  ];
  for (const [finding, key] of keys)
    for (const { message } of texts) if (key !== password) yield { finding, message, password: key };
}

type Over = (finding: string, changed: readonly string[], name?: string) => Guess;

function* otherArguments(comparison: Comparison, args: readonly string[], over: Over): Generator<Guess> {
  const { parameters } = comparison.method;
  const names = parameters.map(({ jsonName }) => jsonName);
  const sorted = parameters.map(({ jsonName }, index) => ({ jsonName, text: args[index] ?? '' }));
  for (const [index, { jsonName, type }] of parameters.entries()) {
    const text = args[index] ?? '';
    const wrote = (finding: string, changed: string): Guess => over(finding, args.with(index, changed));
    if (text !== '') yield wrote(`It leaves out ${jsonName}.`, '');
    yield wrote(`It covers ${jsonName} without the spaces around it. They count.`, text.trim());
    yield wrote(`It covers ${jsonName} with single spaces. All spaces count.`, text.replace(/ +/g, ' '));
    for (const [as, changed] of otherForms(type, text, comparison.data))
      yield wrote(`It covers ${jsonName} ${as}.`, changed);
    for (let second = index + 1; second < args.length; second += 1) {
      const swapped = args.with(index, args[second] ?? '').with(second, text);
      yield over(`It has ${jsonName} and ${names[second] ?? ''} in each other’s place.`, swapped);
    }
  }
  yield over(
    'It has the arguments in the order of their names; the order of the method counts.',
    sorted.toSorted((a, b) => (a.jsonName < b.jsonName ? -1 : 1)).map(({ text }) => text),
  );
  yield over(
    'It covers the arguments without the spaces around them. They count.',
    args.map((text) => text.trim()),
  );
}

/** Returns other ways to write an argument, each with its name. */
function otherForms(
  type: string,
  text: string,
  data: JsonObject | undefined,
): readonly (readonly [string, string])[] {
  switch (type) {
    case 'int':
      return [
        ['without leading zeros. They count where the call has them', text.replace(/^0+(?=\d)/, '')],
        ['with 12 digits. It counts as the call has it', text.padStart(12, '0')],
        ['in major units, with a decimal point. It is in minor units', (Number(text) / 100).toFixed(2)],
      ];
    case 'date': {
      const [, year = '', month = '', day = '', time = ''] = /^(\d{4})(\d\d)(\d\d)T(.*)$/.exec(text) ?? [];
      const long = `${year}-${month}-${day}T${time}`;
      return [
        ['with hyphens', long],
        ['with hyphens and Z', `${long}Z`],
        ['with Z', `${text}Z`],
        ['with a space in place of T', `${year}-${month}-${day} ${time}`],
        ['without T and colons', text.replace(/[T:]/g, '')],
      ];
    }
    case 'klv':
      return klvForms(text, data);
    default:
      return [];
  }
}

function klvForms(text: string, data: JsonObject | undefined): readonly (readonly [string, string])[] {
  const reading = parseKlv(text);
  const entries = reading.kind === 'ok' ? reading.entries : [];
  const withValue = entries.filter(({ value }) => value !== '');
  return [
    [
      'with its keys in ascending order. In XML-RPC the text counts as it is',
      writeKlv(entries.toSorted(byKey)),
    ],
    ['without its empty entries. They count', writeKlv(withValue)],
    ['with lengths in bytes. They count characters', entries.map(withByteLength).join('')],
    ['as the values alone. Key and length belong to each', entries.map(({ value }) => value).join('')],
    ...(data === undefined || !isJsonObject(data)
      ? []
      : ([
          ['as JSON text. The KLV text counts', JSON.stringify(data)],
          [
            'with its keys in the order of the document. They must be in ascending order',
            writeKlv(inDocumentOrder(data)),
          ],
        ] as const)),
  ];
}

function withByteLength({ key, value }: KlvEntry): string {
  return `${key}${String(Buffer.byteLength(value)).padStart(2, '0')}${value}`;
}

function byKey(one: KlvEntry, other: KlvEntry): number {
  return one.key < other.key ? -1 : 1;
}

function inDocumentOrder(data: JsonObject): readonly KlvEntry[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const key = klvKey(name);
    return key === undefined || typeof value !== 'string' ? [] : [{ key, value }];
  });
}
