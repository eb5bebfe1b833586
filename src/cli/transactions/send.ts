import { Command, Option } from 'commander';
import { composeEnvelope, NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import { BUILT_IN_METHODS, checksumArguments, type Method } from '../../core/transactions/methods.js';
import { deriveRequestId } from '../../core/transactions/transaction.js';
import { checksumMessage, computeChecksum } from '../../core/wire/checksum.js';
import { isJsonObject, type JsonValue } from '../../core/wire/json.js';
import { parseKlv, toTransactionData } from '../../core/wire/klv.js';
import { formatWireDate, isStrictWireDate } from '../../core/wire/wire-date.js';
import { SANDBOX_TERMINAL_PASSWORD, SANDBOX_TERMINALS, SANDBOX_WALLETS } from '../../sandbox/data.js';
import { keyOption, SecretOption } from '../gateway-options.js';
import { type AskOptions, ofGateway } from '../ask.js';
import { TransactDocument } from '../../generated/operations.js';
import { Fault, type Shell, UsageError } from '../shell.js';
import { type ChannelReply, postDocument, postJson, postXmlRpc } from './send-channels.js';
import { printText } from '../print.js';

interface SendOptions extends AskOptions {
  readonly channel: 'json' | 'xmlrpc' | 'graphql';
  readonly password: string;
  readonly customer?: string;
  readonly card?: string;
}

export function sendCommand(shell: Shell): Command {
  const key = keyOption('client', 'Bearer key for the json and graphql interfaces', {
    isNeeded: ({ channel }) => channel !== 'xmlrpc',
  });
  return ofGateway(new Command('send'), key)
    .description(
      'Sends one call of any method through an interface of a running gateway. Fields that you leave out come from the sandbox.',
    )
    .argument('<method>', `one of ${BUILT_IN_METHODS.map((method) => method.name).join(', ')}`)
    .argument(
      '[fields...]',
      'name=value in the names of the JSON interface, for example reference=43172792905 request_amount=200',
    )
    .addOption(
      new Option('--channel <channel>', 'the interface to use')
        .choices(['json', 'xmlrpc', 'graphql'])
        .default('json'),
    )
    .addOption(
      new SecretOption('password', { description: 'terminal password', sandbox: SANDBOX_TERMINAL_PASSWORD }),
    )
    .option('--customer <id>', 'customer_id for the json and graphql interfaces')
    .option('--card <id>', 'card_id for the json and graphql interfaces')
    .addHelpText('after', EXAMPLES)
    .action(async (methodName: string, given: string[], options: SendOptions) => {
      const answer = await send(shell, methodName, given, options);
      const { status, replayed, body } = answer;
      const head = `HTTP ${String(status)}${replayed ? ' (replayed)' : ''}`;
      printText(shell, options, { status, replayed, body }, `${head}\n${JSON.stringify(body, null, 2)}\n`);
      if (status < 200 || status >= 300 || answer.isRefused) throw new Fault();
    });
}

const EXAMPLES = `
Examples:
  cardway send Balance reference=556789731480
  cardway send Deduct request_amount=200 transaction_data.network=MasterCard --channel xmlrpc
  cardway send DeductReversal request_amount=200 reference_id=401897 reference_date=20200817T17:58:57 --channel graphql`;

async function send(
  shell: Shell,
  methodName: string,
  given: readonly string[],
  options: SendOptions,
): Promise<ChannelReply> {
  const method = BUILT_IN_METHODS.find(({ name }) => name === methodName);
  if (method === undefined) {
    throw new UsageError(
      `${methodName} is not known; known: ${BUILT_IN_METHODS.map(({ name }) => name).join(', ')}.`,
    );
  }
  const fields = fieldsOf(shell, method, given);
  const texts = checksumArguments(method, fields);
  const checksum = computeChecksum('sha256', options.password, checksumMessage(method.name, texts));
  if (options.channel === 'xmlrpc') return postXmlRpc({ url: options.url, method, texts, checksum });
  const wallet = SANDBOX_WALLETS.find(({ reference }) => reference === fields['reference']);
  const customerId = idOf('--customer', options.customer, wallet?.customerId);
  const cardId = idOf('--card', options.card, wallet?.cardId);
  const requestId = deriveRequestId({ cardId, wireDate: dateOf(method, fields), checksum });
  const signed = { ...fields, ...method.fixed, checksum };
  if (options.channel === 'json') {
    const passThrough = NOTHING_PASSED_THROUGH;
    const named = { ...signed, methodName: method.name };
    const envelope = composeEnvelope({ method, fields: named, customerId, cardId, requestId, passThrough });
    return postJson(`${options.url}/v1/proxy`, options.key, envelope);
  }
  const named = Object.entries(signed).map(([name, value]) => [name, argumentOf(value)] as const);
  const input = { methodName: method.name, ...Object.fromEntries(named), customerId, cardId, requestId };
  return postDocument(options.url, options.key, TransactDocument, { input });
}

/** Returns an argument of a mutation of GraphQL. KLV data is given by the names and keys of its entries. */
function argumentOf(value: JsonValue): unknown {
  if (!isJsonObject(value)) return value;
  return { other: Object.entries(value).map(([key, entry]) => ({ key, value: entry })) };
}

/** Returns the fields that arguments such as `request_amount=200` give. Errors: UsageError. */
export function givenFields(method: Method, given: readonly string[]): Record<string, JsonValue> {
  const fields: Record<string, JsonValue> = {};
  for (const pair of given) {
    const [, name = '', value = ''] = /^([a-z_]+(?:\.\w+)?)=(.*)$/s.exec(pair) ?? [];
    if (name === '') throw new UsageError(`${pair} is not name=value.`);
    setField(method, fields, name, value);
  }
  return fields;
}

/** Returns the given fields, with sandbox values for required fields that are missing. */
function fieldsOf(shell: Shell, method: Method, given: readonly string[]): Record<string, JsonValue> {
  const fields = givenFields(method, given);
  const defaults: Readonly<Record<string, JsonValue>> = {
    terminalId: SANDBOX_TERMINALS[0],
    reference: SANDBOX_WALLETS[0]?.reference ?? '',
    requestAmount: 100,
    narrative: 'CARDWAY SEND',
    transactionType: '00',
    transactionData: {},
    transactionId: String(Math.floor(shell.runtime.random() * 1e9)),
    transactionDate: formatWireDate(shell.runtime.clock.nowMs()),
  };
  for (const { name, jsonName } of method.parameters) {
    const value = fields[name] ?? defaults[name];
    if (value === undefined) throw new UsageError(`${method.name} needs ${jsonName}=….`);
    fields[name] = value;
  }
  return fields;
}

function setField(method: Method, fields: Record<string, JsonValue>, name: string, value: string): void {
  const [field = '', member] = name.split('.');
  const parameter = method.parameters.find(({ jsonName }) => jsonName === field);
  if (parameter === undefined) {
    throw new UsageError(
      `${method.name} has no ${field}; it has ${method.parameters.map(({ jsonName }) => jsonName).join(', ')}.`,
    );
  }
  if (parameter.type === 'klv') {
    const before = fields[parameter.name] as object;
    fields[parameter.name] = member === undefined ? klvOf(field, value) : { ...before, [member]: value };
  } else fields[parameter.name] = parameter.type === 'int' ? Number(value) : value;
}

function klvOf(field: string, text: string): JsonValue {
  const reading = parseKlv(text);
  if (reading.kind !== 'ok')
    throw new UsageError(
      `${field} is not a KLV text; fields can also be given one by one: ${field}.network=VISA`,
    );
  return toTransactionData(reading.entries);
}

/** Returns the date that the request id is made of. Errors: UsageError. */
function dateOf(method: Method, fields: Readonly<Record<string, JsonValue>>): string {
  const name = fields['transactionDate'] === undefined ? 'referenceDate' : 'transactionDate';
  const date = fields[name];
  if (typeof date === 'string' && isStrictWireDate(date)) return date;
  const jsonName = method.parameters.find((parameter) => parameter.name === name)?.jsonName ?? name;
  throw new UsageError(`${jsonName} must be a date like 20240131T23:59:59: the request id is made of it.`);
}

function idOf(option: string, given: string | undefined, known: number | undefined): number {
  const id = given === undefined ? known : Number(given);
  if (id === undefined || !Number.isSafeInteger(id)) throw new UsageError(`${option} is needed: an integer.`);
  return id;
}
