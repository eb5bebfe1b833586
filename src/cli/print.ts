import type { AskOptions, Page, PageArgs } from './ask.js';
import type { Shell } from './shell.js';
import { type Columns, entryText, tableText } from './table.js';

/** Prints lists and entries: text on a terminal, JSON in a pipe and with --json. */

/** Returns true with --json and in pipes. */
export function isJson(shell: Shell, { json }: Pick<AskOptions, 'json'>): boolean {
  return json === true || !shell.isTerminal;
}

interface List<Node> {
  /** Name of the entries, in the plural. */
  readonly what: string;
  readonly columns: Columns;
  /** Conditions of the list. Undefined members are no condition. */
  readonly filter?: object;
  /** Text for a list without conditions that is empty: the next step. */
  readonly whenEmpty: string;
  /** Entries at most. Left out, the list is printed to its end. */
  readonly limit?: number;
  readonly pageOf: (page: PageArgs) => Promise<Page<Node>>;
}

/** Entries in one request: the default of the GraphQL interface. */
const PAGE_ROWS = 50;

/**
 * Prints a list page by page: a table on a terminal, otherwise one line of JSON for each entry. Standard error gets a line if the
 * list is empty or longer than the limit. Printing ends when the reader is gone.
 */
export async function printList<Node extends object>(
  shell: Shell,
  options: Pick<AskOptions, 'json'>,
  list: List<Node>,
): Promise<void> {
  const { limit = Infinity, filter = {} } = list;
  const textOf = isJson(shell, options)
    ? (nodes: readonly Node[]) => nodes.map(jsonLine).join('')
    : (nodes: readonly Node[]) => tableText(list.columns, nodes, shell.terminalWidth);
  let shown = 0;
  let isMore = true;
  for (let after: string | null = null; isMore && shown < limit;) {
    const { edges, pageInfo } = await list.pageOf({ first: Math.min(PAGE_ROWS, limit - shown), after });
    const nodes = edges.map(({ node }) => node);
    shown += nodes.length;
    if (nodes.length > 0 && !(await shell.outSlowly(textOf(nodes)))) return;
    [isMore, after] = [pageInfo.hasNextPage, pageInfo.endCursor];
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (shown === 0) shell.err(isFiltered ? `No ${list.what} match.\n` : `${list.whenEmpty}\n`);
  else if (isMore) shell.err(`${String(shown)} shown; there are more. Give a higher --limit.\n`);
}

/** Prints one entry: its fields in two columns, or one JSON object. `shown` is the part for people. */
export function printEntry(
  shell: Shell,
  options: Pick<AskOptions, 'json'>,
  entry: object,
  shown = entry,
): void {
  shell.out(isJson(shell, options) ? jsonLine(entry) : entryText(shown, shell.terminalWidth));
}

/** Prints a text, in a pipe too. It is one JSON object only with --json. */
export function printText(
  shell: Pick<Shell, 'out'>,
  { json }: Pick<AskOptions, 'json'>,
  value: unknown,
  text: string,
): void {
  shell.out(json === true ? jsonLine(value) : text);
}

/** Prints the outcome of a command: sentences, or one JSON object. */
export function printOutcome(
  shell: Shell,
  options: Pick<AskOptions, 'json'>,
  value: unknown,
  sentences: readonly string[],
): void {
  shell.out(isJson(shell, options) ? jsonLine(value) : sentences.map((line) => `${line}\n`).join(''));
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
