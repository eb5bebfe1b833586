import fc from 'fast-check';
import { balance, deduct, klvText, loadAuth, type Call } from '../support/channels/index.js';
import { ANY_CHARACTER } from '../support/characters.js';

export interface Sent {
  /** Index of the interface. */
  readonly way: number;
  readonly call: Call;
  /** Members that the gateway does not know, where the interface has room for them: in `request`, and beside it. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** Returns the same calls for the same seed, spread over this many interfaces. */
export function generatedCalls(options: { count: number; ways: number; seed: number }): Sent[] {
  const { count, ways, seed } = options;
  return fc.sample(anyCall(ways), { seed, numRuns: count });
}

const anyCall = (ways: number): fc.Arbitrary<Sent> =>
  fc
    .record({
      way: fc.nat({ max: ways - 1 }),
      make: fc.constantFrom(balance, deduct, loadAuth),
      narrative: narrative(),
      request_amount: amount().map(String),
      transaction_data: klv(),
      transaction_id: fc.uuid(),
      beside: unknownMembers(),
      envelope: unknownMembers(),
    })
    .map(({ way, make, beside, envelope, ...fields }) => ({
      way,
      call: onlyKnown(make({ ...fields, terminal_id: '0068766621', reference: '43172792905' })),
      beside,
      envelope,
    }));

/** Generates narratives with and without the fixed columns of the networks. */
function narrative(): fc.Arbitrary<string> {
  const columns = textOf(23).map((name) => `${firstOf(name.padEnd(23), 23)}HANOI         VNM`);
  return fc.oneof(textOf(60), columns);
}

function amount(): fc.Arbitrary<number> {
  const limits = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];
  return fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(...limits), fc.maxSafeNat());
}

/** Generates KLV with empty values, padded ones, and an unknown key. */
function klv(): fc.Arbitrary<string> {
  const entries = fc.record(
    {
      '002': fc.string({ unit: fc.constantFrom('0', '1', '7', '9'), maxLength: 15 }),
      '032': fc.constantFrom('', ' ', '  padded  '),
      '042': textOf(15).map((text) => firstOf(text.padEnd(15), 15)),
      '048': textOf(90),
      '251': fc.constantFrom('MasterCard', 'VISA', ''),
      '253': fc.constantFrom('5112', '0000'),
      '998': textOf(20),
    },
    { requiredKeys: [] },
  );
  return entries.map((data) => klvText(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function unknownMembers(): fc.Arbitrary<Record<string, unknown>> {
  const name = fc.string({ unit: fc.constantFrom('a', 'x', 'z', '_', 'é'), minLength: 1, maxLength: 8 });
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3, stringUnit: ANY_CHARACTER }).map(plainJson), textOf(20));
  return fc.dictionary(
    name.map((text) => `x_${text}`),
    value,
    { maxKeys: 3 },
  );
}

function textOf(max: number): fc.Arbitrary<string> {
  return fc.array(CHARACTER, { minLength: 1, maxLength: max }).map((all) => firstOf(all.join(''), max));
}

/** Letters of many scripts and sizes, padding, and characters that XML and JSON have to escape. */
const CHARACTER = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Array.from('ABC xyz 019 éßЖא\u0e01中\u{1f4b3}')) },
  { weight: 2, arbitrary: fc.constantFrom(...Array.from('  <>&"\'\\/]]>{}[]%+')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter(fitsXml) },
);

/** Returns the first code points. */
function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/** Removes the amount from a Balance, which has none. */
function onlyKnown(call: Call): Call {
  const { request_amount: _amount, ...fields } = call.fields as Record<string, string>;
  return call.method === 'Balance' ? { ...call, fields } : call;
}

/** Returns true for characters that XML 1.0 can carry. It has no form for the others, and turns line ends and NEL into others. */
function fitsXml(text: string): boolean {
  return /^[^\0-\x1f\x7f-\x9f\u2028\ud800-\udfff\ufffe\uffff]*$/u.test(text);
}

/** Returns JSON that every language writes alike and the gateway accepts: plain numbers, and no names of prototypes. */
function plainJson(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e9 ? Math.round(value * 1000) / 1000 : 0.5;
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`_${name}`, plainJson(member)]));
}
