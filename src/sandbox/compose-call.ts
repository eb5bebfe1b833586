import { transactionInput } from '../adapters/run-transaction.js';
import { writeMethodCall } from '../adapters/xmlrpc/writer.js';
import { composeEnvelope, NOTHING_PASSED_THROUGH } from '../core/transactions/envelope.js';
import { checkFields } from '../core/transactions/method-limits.js';
import { BUILT_IN_METHODS, checksumArguments, type Method } from '../core/transactions/methods.js';
import { deriveRequestId } from '../core/transactions/transaction.js';
import { checksumMessage, computeChecksum } from '../core/wire/checksum.js';
import type { JsonValue } from '../core/wire/json.js';
import { parseSigningKey, signBytes } from '../core/wire/signature.js';
import { badRequest } from '../platform/errors.js';
import type { ComposeSandboxCall, SandboxCallInput } from '../use-cases/transactions/sandbox-call.js';
import {
  SANDBOX_API_KEYS,
  SANDBOX_SIGNING_KEY,
  SANDBOX_TERMINAL_PASSWORD,
  SANDBOX_TERMINALS,
  SANDBOX_WALLETS,
} from './data.js';

/** Creates the composer of sample calls for each interface, with checksum and signature. It sends nothing. */
export function createComposeCall(signingKey: string): ComposeSandboxCall {
  return (input) => {
    const method = methodOf(input);
    const wallet = SANDBOX_WALLETS.find(({ reference }) => reference === input.reference);
    if (wallet === undefined)
      throw badRequest('reference', 'reference must be one of the sandbox’s wallets.');
    if (!(SANDBOX_TERMINALS as readonly string[]).includes(input.terminalId))
      throw badRequest('terminalId', 'terminalId must be one of the sandbox’s terminals.');
    const fields = fieldsOf(input, method);
    const checked = checkFields(method, fields);
    if (checked.kind !== 'ok') throw badRequest(checked.field, checked.message);
    const texts = checksumArguments(method, fields);
    const message = checksumMessage(method.name, texts);
    const hmac = computeChecksum('sha256', SANDBOX_TERMINAL_PASSWORD, message);
    const { cardId, customerId } = wallet;
    const requestId = deriveRequestId({ cardId, wireDate: input.transactionDate, checksum: hmac });
    const envelope = composeEnvelope({
      method,
      fields: { ...fields, checksum: hmac, methodName: method.name },
      customerId,
      cardId,
      requestId,
      passThrough: NOTHING_PASSED_THROUGH,
    });
    const body = JSON.stringify(envelope);
    return {
      xml: xmlOf(method, texts, hmac),
      json: JSON.stringify(envelope, null, 2),
      variables: {
        input: transactionInput({
          method,
          fields: { ...fields, checksum: hmac },
          customerId,
          cardId,
          requestId,
        }),
      },
      clientKey: SANDBOX_API_KEYS.find(({ role }) => role === 'client')?.key ?? '',
      requestId,
      checksum: {
        key: SANDBOX_TERMINAL_PASSWORD,
        parts: [
          { name: 'method_name', text: method.name },
          ...method.parameters.map(({ jsonName: name }, index) => ({ name, text: texts[index] ?? '' })),
        ],
        hmac,
      },
      signature: signed(signingKey, body),
    };
  };
}

function methodOf({ methodName }: SandboxCallInput): Method {
  const method = BUILT_IN_METHODS.find(({ name }) => name === methodName);
  if (method === undefined) throw badRequest('methodName', 'methodName must be Balance or Deduct.');
  return method;
}

/** Returns the method's fields. Balance has a fixed amount and type. */
function fieldsOf(input: SandboxCallInput, method: Method): Readonly<Record<string, JsonValue>> {
  const given: Readonly<Record<string, JsonValue>> = {
    terminalId: input.terminalId,
    reference: input.reference,
    requestAmount: input.requestAmount,
    narrative: input.narrative,
    transactionType: input.transactionType,
    transactionData: input.transactionData,
    transactionId: input.transactionId,
    transactionDate: input.transactionDate,
  };
  const own = method.parameters.map(({ name }) => [name, given[name] ?? ''] as const);
  return { ...Object.fromEntries(own), ...method.fixed };
}

function xmlOf(method: Method, texts: readonly string[], checksum: string): string {
  const types = { int: 'int', date: 'dateTime.iso8601', klv: 'string', string: 'string' } as const;
  const params = method.parameters.map(({ type }, index) => ({
    type: types[type],
    text: texts[index] ?? '',
  }));
  return writeMethodCall(method.name, [...params, { type: 'string', text: checksum }]).toString('utf8');
}

/** Signs the body. A signing key that the user configured is not shown. */
function signed(signingKey: string, body: string) {
  const parsed = parseSigningKey(signingKey);
  const hmac = parsed.kind === 'ok' ? signBytes(parsed.key, Buffer.from(body)) : '';
  const key = signingKey === SANDBOX_SIGNING_KEY ? signingKey : '(CARDWAY_SIGNING_KEY)';
  return { key, parts: [{ name: 'body', text: body }], hmac };
}
