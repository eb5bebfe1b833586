import { CsvError, parse } from 'csv-parse/sync';
import type { CsvRecord } from '../../core/transactions/day-file.js';

type CsvResult =
  | { readonly kind: 'records'; readonly records: readonly CsvRecord[] }
  /** `problem` is one sentence with the line. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** Limit of a record. A longer one means that a quotation mark is missing. */
const RECORD_CHARACTERS_MAX = 1024 * 1024;

/** Reads a CSV file. The first line says what separates its columns: a comma, a semicolon or a tab. The console uses it too. */
export function csvRecords(text: string): CsvResult {
  if (text.includes('\0'))
    return { kind: 'wrong', problem: 'The file is no UTF-8 text. Save it as CSV in UTF-8.' };
  const [head = ''] = text.slice(0, RECORD_CHARACTERS_MAX).split('\n', 1);
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: [';', '\t', ','].find((each) => head.includes(each)) ?? ',',
      info: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
    }) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }[];
    return {
      kind: 'records',
      records: parsed.map(({ record, info }) => ({ line: info.lines, cells: record })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = `Line ${String(Number(error['lines']))}: the record does not end, or its quotation marks are wrong.`;
    return { kind: 'wrong', problem };
  }
}
