import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CustomType } from 'xmlrpc';
import { serializeMethodResponse } from 'xmlrpc/lib/serializer.js';
import { type MethodCall, readMethodCall } from '../../src/adapters/xmlrpc/reader.js';
import {
  safeInteger,
  scalarText,
  type ScalarType,
  type XmlRpcValue,
} from '../../src/adapters/xmlrpc/values.js';
import { writeFault } from '../../src/adapters/xmlrpc/writer.js';
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

function answer(body: Buffer): Buffer | string {
  try {
    return serializeMethodResponse(asRead(answerValidator1(readMethodCall(body))));
  } catch (thrown) {
    const error = toCardwayError(thrown);
    return writeFault(-32602, error.message);
  }
}

type Written = CustomType | Written[] | { [name: string]: Written };

function asRead(value: XmlRpcValue): Written {
  if (value.kind === 'array') return value.items.map(asRead);
  if (value.kind === 'scalar') return new Typed(TAGS[value.type], value.text);
  return Object.fromEntries([...value.members].map(([name, member]) => [name, asRead(member)]));
}

class Typed extends CustomType {
  constructor(
    override readonly tagName: string,
    text: string,
  ) {
    super(text);
  }
}

const TAGS: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  int: 'int',
  boolean: 'boolean',
  double: 'double',
  dateTime: 'dateTime.iso8601',
  base64: 'base64',
  nil: 'string',
};

/** Answers a call of validator1. Errors: BAD_REQUEST for values that a method does not accept. */
function answerValidator1({ methodName, params }: MethodCall): XmlRpcValue {
  const [first] = params;
  switch (methodName) {
    case 'validator1.arrayOfStructsTest':
      return int(sum(items(first).map((struct) => integer(member(struct, 'curly')))));
    case 'validator1.countTheEntities':
      return counts(text(first));
    case 'validator1.easyStructTest':
      return int(stooges(first));
    case 'validator1.echoStructTest':
      return struct(members(first));
    case 'validator1.manyTypesTest':
      return { kind: 'array', items: params };
    case 'validator1.moderateSizeArrayCheck': {
      const strings = items(first);
      return scalar('string', text(strings.at(0)) + text(strings.at(-1)));
    }
    case 'validator1.nestedStructTest':
      return int(stooges(member(member(member(first, '2000'), '04'), '01')));
    case 'validator1.simpleStructReturnTest': {
      const times = (factor: number) => [`times${String(factor)}`, int(integer(first) * factor)] as const;
      return struct(new Map([times(10), times(100), times(1000)]));
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

function counts(counted: string): XmlRpcValue {
  return struct(new Map(ENTITIES.map(([name, letter]) => [name, int(counted.split(letter).length - 1)])));
}

function stooges(value: XmlRpcValue | undefined): number {
  return sum(['moe', 'larry', 'curly'].map((name) => integer(member(value, name))));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function items(value: XmlRpcValue | undefined): readonly XmlRpcValue[] {
  return value?.kind === 'array' ? value.items : refuse('an array');
}

function members(value: XmlRpcValue | undefined): ReadonlyMap<string, XmlRpcValue> {
  return value?.kind === 'struct' ? value.members : refuse('a struct');
}

function member(value: XmlRpcValue | undefined, name: string): XmlRpcValue {
  return members(value).get(name) ?? refuse(`a struct with ${name}`);
}

function integer(value: XmlRpcValue | undefined): number {
  return (value === undefined ? undefined : safeInteger(value)) ?? refuse('an integer');
}

function text(value: XmlRpcValue | undefined): string {
  return (value === undefined ? undefined : scalarText(value)) ?? refuse('a string');
}

function refuse(wanted: string): never {
  throw new CardwayError('BAD_REQUEST', { message: `The test takes ${wanted} here.` });
}

function int(value: number): XmlRpcValue {
  return scalar('int', String(value));
}

function scalar(type: ScalarType, written: string): XmlRpcValue {
  return { kind: 'scalar', type, text: written };
}

function struct(named: ReadonlyMap<string, XmlRpcValue>): XmlRpcValue {
  return { kind: 'struct', members: named };
}
