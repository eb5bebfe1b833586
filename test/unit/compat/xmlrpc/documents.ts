import type { XmlRpcParam } from '../../../../src/adapters/xmlrpc/values.js';
import { CardwayError } from '../../../../src/platform/errors.js';

/** Returns a methodCall with one value of the given content. */
export function callWith(content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('<?xml version="1.0"?>\n<methodCall><methodName>Probe</methodName><params><param><value>'),
    Buffer.from(content),
    Buffer.from('</value></param></params></methodCall>'),
  ]);
}

/** Returns `type:text` of a scalar, the JSON of an array or struct, and `misfit:type` of a text that does not fit its type. */
export function describeValue(value: XmlRpcParam): string {
  if (value.kind === 'nested') return JSON.stringify(value.value);
  return value.kind === 'scalar' ? `${value.type}:${value.text}` : `misfit:${value.type}`;
}

/** Returns the message of the MALFORMED that `read` throws. Any other outcome fails the test. */
export function malformation(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof CardwayError && error.code === 'MALFORMED') return error.message;
    throw error;
  }
  throw new Error('The document was read.');
}
