import type { WalletLine } from '../../usecase/ports.js';
import type { Block } from './blocks.js';
import type { LinesOfBlock, Reject } from './read-lines.js';

/** A block with its lines read. */
interface ReadBlock extends LinesOfBlock {
  /** Where in the file the next one begins. */
  readonly end: number;
}

/** Some blocks that follow each other. */
export type Window = readonly ReadBlock[];

/** What makes one commit. */
export interface Part {
  readonly lines: readonly WalletLine[];
  /**
   * Lines that were rejected and are not in the reject file yet: those that cannot be read under -1, others under the part that they came
   * with. Shared by the parts of a window that is sorted.
   */
  readonly refused: Map<number, readonly Reject[]>;
  /** The part's own place in `refused`. */
  readonly number: number;
  readonly textOf: (line: number) => string;
  /** Where the file goes on when the part is taken; null while a window that is sorted is not taken to its end. */
  readonly end: { readonly offset: number; readonly line: number } | null;
  /** As `end`, for people who wait. */
  readonly seenOffset: number;
}

/** Of a window: some 50 MB of memory. */
const WINDOW_LINES = 100_000;
/** Of a part that is sorted: a gateway beside us waits for its turn to write as long as its commit takes. */
const PART_LINES = 5000;

export async function* readBlocks(
  blocks: AsyncIterable<Block>,
  firstLine: number,
  read: (bytes: Buffer, line: number) => LinesOfBlock,
): AsyncGenerator<ReadBlock> {
  let line = firstLine;
  for await (const { bytes, end } of blocks) {
    const block = read(bytes, line);
    line = block.nextLine;
    yield { ...block, end };
  }
}

export async function* windowsOf(blocks: AsyncIterable<ReadBlock>): AsyncGenerator<Window> {
  let window: ReadBlock[] = [];
  let count = 0;
  for await (const block of blocks) {
    window.push(block);
    count += block.lines.length;
    if (count < WINDOW_LINES) continue;
    yield window;
    [window, count] = [[], 0];
  }
  if (window.length > 0) yield window;
}

/**
 * The commits of a window: its blocks where references come in order, else its lines sorted by reference. A commit writes each page of an
 * index once, however many of its rows lie there: sorted, they lie together.
 */
export function partsOf(window: Window): readonly Part[] {
  const lines = window.flatMap((block) => block.lines);
  return isInOrder(lines) || movesCards(lines) ? window.map(partOfBlock) : sortedParts(window, lines);
}

function partOfBlock(block: ReadBlock): Part {
  const { lines, textOf, end, nextLine } = block;
  return {
    lines,
    textOf,
    refused: new Map([[-1, block.rejects]]),
    number: 0,
    end: { offset: end, line: nextLine },
    seenOffset: end,
  };
}

function sortedParts(window: Window, lines: readonly WalletLine[]): readonly Part[] {
  // Lines of one reference keep their order: the later one has the last word.
  const sorted = [...lines].sort((a, b) =>
    a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0,
  );
  const refused = new Map<number, readonly Reject[]>([[-1, window.flatMap((block) => block.rejects)]]);
  const last = window.at(-1);
  if (last === undefined) return [];
  const textOf = (line: number): string => window.find((block) => line < block.nextLine)?.textOf(line) ?? '';
  const parts: Part[] = [];
  for (let at = 0; at < sorted.length; at += PART_LINES) {
    const isLast = at + PART_LINES >= sorted.length;
    const end = isLast ? { offset: last.end, line: last.nextLine } : null;
    const share = Math.min(1, (at + PART_LINES) / sorted.length);
    const first = window[0]?.end ?? last.end;
    const seenOffset = Math.round(first + (last.end - first) * share);
    parts.push({
      lines: sorted.slice(at, at + PART_LINES),
      refused,
      number: at,
      textOf,
      end,
      seenOffset,
    });
  }
  return parts;
}

function isInOrder(lines: readonly WalletLine[]): boolean {
  return lines.every(({ reference }, at) => at === 0 || (lines[at - 1]?.reference ?? '') <= reference);
}

/** A card under two references goes to the one that comes later in the file: such lines must stay as they are. */
function movesCards(lines: readonly WalletLine[]): boolean {
  const holders = new Map<number, string>();
  return lines.some(({ card, reference }) => {
    if (card === null) return false;
    const holder = holders.get(card.cardId);
    holders.set(card.cardId, reference);
    return holder !== undefined && holder !== reference;
  });
}
