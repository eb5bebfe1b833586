import { namedXmlCall, xmlChecksumTexts } from '../../src/adapters/xmlrpc/call.js';
import type { XmlRpcScalar } from '../../src/adapters/xmlrpc/values.js';
import { checksumArguments, methodTable } from '../../src/core/transactions/methods.js';
import type { ChecksumText, TransactionCall } from '../../src/use-cases/transactions/call.js';
import type { Random } from './random.js';

/** A call as the XML interface passes it on. */
export interface PostedCall extends TransactionCall {
  /** Texts under the checksum. Absent, the texts of its fields. */
  readonly checksumTexts?: () => readonly ChecksumText[];
  /** Captured call that the checksum is right for. */
  readonly captured?: TransactionCall;
}

const METHODS = methodTable();

/**
 * Returns a terminal's call as an eavesdropper without a password posts it again: with its checksum in other letters, and its
 * dates in another form or with a zone. The real reader of XML calls reads it.
 */
export function capturedCall(random: Random, call: TransactionCall): PostedCall {
  const method = METHODS.find(call.methodName);
  if (method === undefined) throw new Error(`${call.methodName} is not a method`);
  const rewrite = random.pick(REWRITINGS);
  const texts = checksumArguments(method, call.fields);
  const params = method.parameters.map((parameter, index) => {
    const text = texts[index] ?? '';
    return parameter.type === 'date' ? scalar('dateTime', rewrite(text)) : scalar('string', text);
  });
  const checksum = String(call.fields['checksum']);
  const written = scalar('string', random.chance(0.5) ? checksum : checksum.toUpperCase());
  const named = namedXmlCall(method, {
    methodName: call.methodName,
    params: [...params, written],
    encoding: 'utf-8',
  });
  return {
    ...call,
    captured: call,
    fields: named.fields,
    checksumTexts: () => xmlChecksumTexts(named, 'utf-8'),
  };
}

type Rewriting = (date: string) => string;

const REWRITINGS: readonly [Rewriting, ...Rewriting[]] = [
  (date) => date,
  (date) => `${date}Z`,
  (date) => `${date}+00:01`,
  (date) => `${date}-23:59`,
  (date) => `${date}.250`,
  (date) => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
  (date) => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}+0200`,
];

function scalar(type: XmlRpcScalar['type'], text: string): XmlRpcScalar {
  return { kind: 'scalar', type, text };
}
