import { CardwayError } from '../errors.js';

interface Malformation {
  /** The document as decoded. */
  readonly text: string;
  /** Where in `text` the problem shows, in UTF-16 code units. */
  readonly offset: number;
  /** What is wrong, safe to show: never a value out of the document. */
  readonly problem: string;
  /** The member at fault, as a path in JSON names. */
  readonly field?: string | undefined;
}

/** MALFORMED that says line and column, both counted from 1, columns in code points. */
export function malformedAt({ text, offset, problem, field }: Malformation): CardwayError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return new CardwayError('MALFORMED', {
    message: `Line ${lines.length}, column ${column}: ${problem}.`,
    field,
  });
}
