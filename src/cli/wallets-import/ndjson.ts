import type { WalletLine } from '../../usecase/ports.js';
import { FIELDS, type Fields, LineProblem, walletLineOf } from './fields.js';
import type { ReadLine } from './read-lines.js';

const CARD_FIELDS = ['card_id', 'tracking_number', 'default', 'blocked'] as const;

/** Reads objects, one to a line; `cards` may hold several cards of a wallet. */
export function ndjsonReader(programme: string): ReadLine {
  return (line, text): readonly WalletLine[] => {
    const { cards, ...own } = membersOf('line', parsed(text));
    const fields = textsOf(own, FIELDS, '');
    if (cards === undefined) return [walletLineOf(line, fields, programme)];
    if (!Array.isArray(cards)) throw new LineProblem('cards', 'must be a list.');
    if (cards.length === 0) return [walletLineOf(line, fields, programme)];
    return cards.map((card: unknown) => {
      const { blocked, ...rest } = textsOf(membersOf('cards', card), CARD_FIELDS, 'cards.');
      return walletLineOf(line, { ...fields, ...rest, card_blocked: blocked }, programme);
    });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LineProblem('line', 'is not JSON.');
  }
}

function membersOf(field: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new LineProblem(field, 'must be an object.');
}

function textsOf(
  members: Readonly<Record<string, unknown>>,
  known: readonly string[],
  prefix: string,
): Fields {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(members)) {
    const field = `${prefix}${name.slice(0, 40)}`;
    if (!known.includes(name)) throw new LineProblem(field, `is not known; there are ${known.join(', ')}.`);
    if (value === null) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new LineProblem(field, 'must be a single value.');
    fields[name] = String(value);
  }
  return fields;
}
