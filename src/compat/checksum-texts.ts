import type { ChecksumText } from '../usecase/transactions/call.js';
import { checksumMessage } from '../core/checksum.js';
import type { NamedXmlCall, PositionalText } from './xml-call.js';
import type { XmlEncoding } from './xmlrpc/encoding.js';
import { scalarBytes } from './xmlrpc/values.js';

/**
 * Returns the readings of an XML call that its checksum may have been computed over, in the order of contract 4.2: the decoded
 * text; with CRLF line ends, which XML turned into LF on the way; the document's own bytes; and each of them with
 * the dates in the documented form, which has no zone: converted to UTC, or their own digits without the zone, in that form or as they
 * are spelled.
 *
 * Each reading carries the dates that a checksum over it proves. A zone that the checksum does not cover moves nothing: anybody who
 * saw the call could have written it.
 */
export function xmlChecksumTexts(call: NamedXmlCall, encoding: XmlEncoding): readonly ChecksumText[] {
  const name = call.method.name;
  const readings: ChecksumText[] = [];
  for (const { args, dates } of rowsOf(call.texts)) {
    const row = (texts: readonly string[], message = checksumMessage(name, texts)): void => {
      readings.push({ args: [name, ...texts], message, dates });
    };
    row(args);
    if (args.some((text) => text.includes('\n'))) row(args.map((text) => text.replace(/\r?\n/g, '\r\n')));
    const bytes = ownBytes(name, call.texts, args, encoding);
    if (bytes !== null) row(args, bytes);
  }
  return readings;
}

interface Row {
  readonly args: readonly string[];
  readonly dates: Readonly<Record<string, string>>;
}

/** One row of texts for each way to write the dates; equal rows only once. */
function rowsOf(texts: readonly PositionalText[]): readonly Row[] {
  const inUtc = datesOf(texts, ({ normalized }) => normalized);
  const asSent = { args: texts.map(({ text }) => text), dates: inUtc };
  const normalized = { args: texts.map((text) => text.normalized ?? text.text), dates: inUtc };
  const zoneless = {
    args: texts.map((text) => text.zoneless ?? text.normalized ?? text.text),
    dates: datesOf(texts, (text) => text.zoneless ?? text.normalized),
  };
  const zonelessAsSent = {
    args: texts.map((text) => text.zonelessText ?? text.text),
    dates: zoneless.dates,
  };
  const rows: Row[] = [asSent];
  for (const row of [normalized, zoneless, zonelessAsSent])
    if (!rows.some((known) => same(known.args, row.args))) rows.push(row);
  return rows;
}

function datesOf(
  texts: readonly PositionalText[],
  date: (text: PositionalText) => string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.flatMap((text) => {
      const value = date(text);
      return value === undefined ? [] : [[text.name, value]];
    }),
  );
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.every((text, index) => text === b[index]);
}

/** Only where the document's bytes are not those of the UTF-8 text anyway. */
function ownBytes(
  name: string,
  texts: readonly PositionalText[],
  args: readonly string[],
  encoding: XmlEncoding,
): Buffer | null {
  if (encoding === 'utf-8' || args.every((text) => isAscii(text))) return null;
  const parts = texts.map(({ value, text }, index) =>
    args[index] === text ? scalarBytes(value, encoding) : Buffer.from(args[index] ?? ''),
  );
  return parts.every((part) => part !== undefined) ? Buffer.concat([Buffer.from(name), ...parts]) : null;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
