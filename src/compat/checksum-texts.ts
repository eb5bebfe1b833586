import type { ChecksumText } from '../usecase/transactions/call.js';
import { checksumMessage } from '../core/checksum.js';
import type { NamedXmlCall, PositionalText } from './xml-call.js';
import type { XmlEncoding } from './xmlrpc/encoding.js';
import { scalarBytes } from './xmlrpc/values.js';

/**
 * The readings of an XML call that its checksum may have been computed over, in the order of contract 4.2: the decoded
 * text; with CRLF line ends, which XML turned into LF on the way; the document's own bytes; and each of them with
 * the dates in the documented form, which has no zone: converted to UTC, or with the zone left out.
 */
export function xmlChecksumTexts(call: NamedXmlCall, encoding: XmlEncoding): readonly ChecksumText[] {
  const name = call.method.name;
  const asSent = call.texts.map(({ text }) => text);
  const normalized = call.texts.map((text) => text.normalized ?? text.text);
  const zoneless = call.texts.map((text) => text.zoneless ?? text.normalized ?? text.text);
  const rows = [asSent];
  for (const row of [normalized, zoneless]) if (!rows.some((known) => same(known, row))) rows.push(row);
  const readings: ChecksumText[] = [];
  for (const args of rows) {
    const row = (texts: readonly string[], message = checksumMessage(name, texts)): void => {
      readings.push({ args: [name, ...texts], message });
    };
    row(args);
    if (args.some((text) => text.includes('\n'))) row(args.map((text) => text.replace(/\r?\n/g, '\r\n')));
    const bytes = ownBytes(name, call.texts, args, encoding);
    if (bytes !== null) row(args, bytes);
  }
  return readings;
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
