import type { JsonValue } from '../../core/json.js';
import { malformedAt } from '../malformed.js';
import { decodeUtf8 } from '../utf8.js';
import { checkJson, JSON_LIMITS, type JsonLimits } from './check.js';

/**
 * Reads a JSON text so strictly that parsing it and printing it again loses nothing: what was meant by the sender is what gets
 * signed and forwarded (contract.md section 4 step 1, RFC 8259, RFC 7493).
 *
 * Besides broken UTF-8 and broken syntax it refuses repeated member names, `__proto__`, lone surrogates, integers beyond
 * ±(2^53-1) or not written plainly (`1e3`, `1.0`, `-0`), numbers out of range, and what is over the limits. A byte order mark is
 * dropped. Throws MALFORMED with line, column and, where there is one, the path of the member.
 */
export function readJson(body: Buffer, limits: Partial<JsonLimits> = {}): JsonValue {
  const text = decodeUtf8(body, 'the bytes are not UTF-8');
  const value = parse(text);
  checkJson({ text, parses: value !== undefined, limits: { ...JSON_LIMITS, ...limits } });
  if (value === undefined) throw malformedAt({ text, offset: 0, problem: 'not JSON' });
  return value;
}

/** Undefined where the syntax is broken; the checker then says where, which `JSON.parse` does not. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
