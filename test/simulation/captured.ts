import { namedXmlCall, xmlChecksumTexts } from '../../src/adapters/xmlrpc/call.js';
import type { XmlRpcScalar } from '../../src/adapters/xmlrpc/values.js';
import { checksumArguments, methodTable } from '../../src/core/transactions/methods.js';
import type { ChecksumText, TransactionCall } from '../../src/use-cases/transactions/call.js';
import type { Random } from './random.js';

/** A call as the interface for XML hands it over. */
export interface PostedCall extends TransactionCall {
  /** Absent: the texts of its fields. */
  readonly checksumTexts?: () => readonly ChecksumText[];
  /** The call that somebody else made first: what its checksum is right for. */
  readonly captured?: TransactionCall;
}

const METHODS = methodTable();

/**
 * A call of a terminal, as somebody posts it again who has seen it but has no password: its checksum in other letters, its dates in
 * another form or with a zone behind them. It is read by the real reader of XML calls.
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
