import type { XmlRpcValue } from '../../../../src/adapters/xmlrpc/values.js';
import { CardwayError } from '../../../../src/platform/errors.js';

/** Returns a methodCall with one value of the given content. */
export function callWith(content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('<?xml version="1.0"?>\n<methodCall><methodName>Probe</methodName><params><param><value>'),
    Buffer.from(content),
    Buffer.from('</value></param></params></methodCall>'),
  ]);
}

/** Returns `type:text` of a scalar. Returns an array or struct as JSON of such texts. */
export function describeValue(value: XmlRpcValue): string {
  return value.kind === 'scalar' ? `${value.type}:${value.text}` : JSON.stringify(plain(value));
}

function plain(value: XmlRpcValue): unknown {
  if (value.kind === 'scalar') return `${value.type}:${value.text}`;
  if (value.kind === 'array') return value.items.map(plain);
  return Object.fromEntries(Array.from(value.members, ([name, member]) => [name, plain(member)]));
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
