import type { MethodTable } from '../core/methods.js';
import type { Field } from '../core/transactions/fields.js';
import { CardwayError } from '../errors.js';
import type { JsonValue } from '../core/json.js';
import type { MethodCall } from './xmlrpc/reader.js';
import { scalarText } from './xmlrpc/values.js';

const SYSTEM_METHODS: ReadonlyMap<string, string> = new Map([
  ['system.listMethods', 'Lists the methods of this server.'],
  ['system.methodSignature', 'Gives the types of a method: its result, then its parameters.'],
  ['system.methodHelp', 'Says what a method does.'],
  ['system.getCapabilities', 'Lists the specifications that this server follows.'],
]);

/**
 * Answers the introspection calls of generic XML-RPC clients; undefined for every other method.
 * `system.multicall` is refused: one request must not carry many transactions.
 * Errors: BAD_REQUEST (no method named), UNKNOWN_METHOD.
 */
export function answerIntrospection(methods: MethodTable, call: MethodCall): JsonValue | undefined {
  switch (call.methodName) {
    case 'system.listMethods':
      return [...methods.all.map((method) => method.name), ...SYSTEM_METHODS.keys()];
    case 'system.methodSignature':
      return signatureOf(methods, namedMethod(call));
    case 'system.methodHelp':
      return helpOf(methods, namedMethod(call));
    case 'system.getCapabilities':
      return {
        xmlrpc: { specUrl: 'http://www.xmlrpc.com/spec', specVersion: 1 },
        introspection: { specUrl: 'http://phpxmlrpc.sourceforge.net/doc-2/ch10.html', specVersion: 2 },
        faults_interop: {
          specUrl: 'http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php',
          specVersion: 20010516,
        },
      };
    case 'system.multicall':
      throw new CardwayError('UNKNOWN_METHOD', {
        message: 'system.multicall is not served: send one call a request.',
      });
    default:
      return undefined;
  }
}

function namedMethod(call: MethodCall): string {
  const [first] = call.params;
  const name = first === undefined ? undefined : scalarText(first);
  if (name === undefined)
    throw new CardwayError('BAD_REQUEST', { message: `${call.methodName} takes the name of a method.` });
  return name;
}

function signatureOf(methods: MethodTable, name: string): JsonValue {
  if (SYSTEM_METHODS.has(name)) return [name === 'system.listMethods' ? ['array'] : ['array', 'string']];
  const method = methods.find(name);
  if (method === undefined) throw new CardwayError('UNKNOWN_METHOD', { message: 'No method has this name.' });
  return [['struct', ...method.parameters.map(typeOf), 'string']];
}

function typeOf(parameter: Field): string {
  return { string: 'string', klv: 'string', int: 'int', date: 'dateTime.iso8601' }[parameter.type];
}

function helpOf(methods: MethodTable, name: string): JsonValue {
  const system = SYSTEM_METHODS.get(name);
  if (system !== undefined) return system;
  const method = methods.find(name);
  if (method === undefined) throw new CardwayError('UNKNOWN_METHOD', { message: 'No method has this name.' });
  const parameters = [...method.parameters.map((parameter) => parameter.xmlName), 'checksum'].join(', ');
  return `${method.purpose} Parameters, in this order: ${parameters}.`;
}
