import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MethodCall, readMethodCall } from '../../src/adapters/xmlrpc/reader.js';
import { safeInteger, scalarText, type XmlRpcParam } from '../../src/adapters/xmlrpc/values.js';
import { writeFault, writeMethodResponse } from '../../src/adapters/xmlrpc/writer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/wire/json.js';
import { CardwayError, toCardwayError } from '../../src/platform/errors.js';

/**
 * Starts UserLand's validator1, the suite that tests XML-RPC implementations (1998.xmlrpc.com/validator1Docs.html): eight methods
 * without effects, behind the reader of `/RPC2`. Answers keep the types that were read.
 */
export async function startValidator1(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(answer(Buffer.concat(chunks)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/RPC2`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(body: Buffer): Buffer {
  try {
    return answerValidator1(readMethodCall(body));
  } catch (thrown) {
    const error = toCardwayError(thrown);
    return writeFault(-32602, error.message);
  }
}

/** Writes scalars with the types that were read. The writer of answers has no dates and no base64. */
function writeAsRead(params: readonly XmlRpcParam[]): string {
  const values = params.map((param) => {
    if (param.kind !== 'scalar') return refuse('scalars');
    const tag = param.type === 'dateTime' ? 'dateTime.iso8601' : param.type;
    return `<value><${tag}>${param.text}</${tag}></value>`;
  });
  return `<?xml version="1.0"?><methodResponse><params><param><value><array><data>${values.join('')}</data></array></value></param></params></methodResponse>`;
}

/** Answers a call of validator1. Errors: BAD_REQUEST for values that a method does not accept. */
function answerValidator1({ methodName, params }: MethodCall): Buffer {
  const [param] = params;
  const first = param?.kind === 'nested' ? param.value : undefined;
  switch (methodName) {
    case 'validator1.arrayOfStructsTest':
      return writeMethodResponse(sum(items(first).map((struct) => integer(member(struct, 'curly')))));
    case 'validator1.countTheEntities':
      return writeMethodResponse(counts(text(param === undefined ? undefined : scalarText(param))));
    case 'validator1.easyStructTest':
      return writeMethodResponse(stooges(first));
    case 'validator1.echoStructTest':
      return writeMethodResponse(struct(first));
    case 'validator1.manyTypesTest':
      return Buffer.from(writeAsRead(params));
    case 'validator1.moderateSizeArrayCheck': {
      const strings = items(first);
      return writeMethodResponse(text(strings.at(0)) + text(strings.at(-1)));
    }
    case 'validator1.nestedStructTest':
      return writeMethodResponse(stooges(member(member(member(first, '2000'), '04'), '01')));
    case 'validator1.simpleStructReturnTest': {
      const number = integer(param === undefined ? undefined : safeInteger(param));
      return writeMethodResponse({ times10: 10 * number, times100: 100 * number, times1000: 1000 * number });
    }
    default:
      return refuse('one of its methods');
  }
}

const ENTITIES: readonly (readonly [name: string, letter: string])[] = [
  ['ctLeftAngleBrackets', '<'],
  ['ctRightAngleBrackets', '>'],
  ['ctAmpersands', '&'],
  ['ctApostrophes', "'"],
  ['ctQuotes', '"'],
];

function counts(counted: string): JsonObject {
  return Object.fromEntries(ENTITIES.map(([name, letter]) => [name, counted.split(letter).length - 1]));
}

function stooges(value: JsonValue | undefined): number {
  return sum(['moe', 'larry', 'curly'].map((name) => integer(member(value, name))));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : refuse('an array');
}

function struct(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : refuse('a struct');
}

function member(value: JsonValue | undefined, name: string): JsonValue {
  return struct(value)[name] ?? refuse(`a struct with ${name}`);
}

function integer(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse('an integer');
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : refuse('a string');
}

function refuse(wanted: string): never {
  throw new CardwayError('BAD_REQUEST', { message: `The test takes ${wanted} here.` });
}
