import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient, CustomType, type Client } from 'xmlrpc';
import { checksumOf, positionsOf, type Call } from '../support/channels/index.js';
import { withXmlrpcC, xmlrpcCMissing } from './xmlrpc-c.js';

export interface StockCall {
  readonly method: string;
  readonly params: readonly PositionalText[];
}

export interface PositionalText {
  readonly type: 'string' | 'int' | 'date';
  readonly text: string;
}

export interface StockResult {
  readonly value?: unknown;
  readonly fault?: { readonly code: number; readonly text: string };
}

/** Letters that a client can send. `basic` ends at U+FFFF. */
export type Letters = 'ascii' | 'basic' | 'all';

export interface StockClient {
  readonly name: string;
  /** Letters that it sends unchanged. */
  readonly letters: Letters;
  /** Reason why it cannot run here. Undefined when it can. */
  readonly missing: string | undefined;
  run(url: string, calls: readonly StockCall[]): Promise<readonly StockResult[]>;
}

/** Returns the complete call, with its checksum. */
export function stockCall(call: Call, checksum = checksumOf(call, 'printed')): StockCall {
  const params = positionsOf(call.method).map(({ name, kind }) => {
    const type = kind === 'int' || kind === 'date' ? kind : 'string';
    return { type, text: call.fields[name] ?? '' } as const;
  });
  return { method: call.method, params: [...params, { type: 'string', text: checksum }] };
}

export const STOCK_CLIENTS: readonly StockClient[] = [
  inProcess(),
  script('Python xmlrpc.client', 'python.py', 'python3', ['-c', 'import xmlrpc.client'], 'all'),
  script(
    'Ruby xmlrpc',
    'ruby.rb',
    'ruby',
    ['-e', "require 'xmlrpc/client'; require 'rexml/document'"],
    'all',
  ),
  script('Perl RPC::XML', 'rpc-xml.pl', 'perl', ['-MRPC::XML::Client', '-MJSON::PP', '-e', '1']),
  script('Perl Frontier', 'frontier.pl', 'perl', ['-MFrontier::Client', '-MJSON::PP', '-e', '1']),
  script('Perl XMLRPC::Lite', 'xmlrpc-lite.pl', 'perl', ['-MXMLRPC::Lite', '-MJSON::PP', '-e', '1']),
  script('PHP xmlrpc', 'php.php', 'php', ['-r', "exit(function_exists('xmlrpc_encode_request') ? 0 : 1);"]),
  compiled(),
];

function script(
  name: string,
  file: string,
  program: string,
  probe: readonly string[],
  letters: Letters = 'ascii',
): StockClient {
  const probed = spawnSync(program, probe);
  const missing =
    probed.error !== undefined ? `there is no ${program}` : probed.status === 0 ? undefined : 'not installed';
  return {
    name,
    letters,
    missing,
    run: (url, calls) => converse(program, [join(__dirname, 'clients', file)], { url, calls }),
  };
}

/** Returns the compiled client. The library itself refuses characters beyond U+FFFF. */
function compiled(): StockClient {
  return {
    name: 'C xmlrpc-c',
    letters: 'basic',
    missing: xmlrpcCMissing(),
    run: (url, calls) => withXmlrpcC((program) => converse(program, [], { url, calls })),
  };
}

/** Sends the order as JSON to the program's standard input, and reads the results as JSON from its output. */
async function converse(
  program: string,
  args: readonly string[],
  order: { readonly url: string; readonly calls: readonly StockCall[] },
): Promise<readonly StockResult[]> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  child.stdin.end(JSON.stringify(order));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${String(status)}: ${err}`);
  return JSON.parse(out) as StockResult[];
}

/** Returns a client of the package xmlrpc, in this process. */
function inProcess(): StockClient {
  return {
    name: 'npm xmlrpc',
    letters: 'all',
    missing: undefined,
    async run(url, calls) {
      const client = createClient({ url });
      const results: StockResult[] = [];
      for (const one of calls) results.push(await callWith(client, one));
      return results;
    },
  };
}

function callWith(client: Client, { method, params }: StockCall): Promise<StockResult> {
  const args = params.map(({ type, text }) =>
    type === 'int' ? Number(text) : type === 'date' ? new WireDate(text) : text,
  );
  return new Promise((resolve, reject) => {
    client.methodCall(method, args, (error: unknown, value: unknown) => {
      if (error === null || error === undefined) resolve({ value });
      else if (isFault(error)) resolve({ fault: { code: error.faultCode, text: error.faultString } });
      else reject(new Error(`${method} was not answered.`, { cause: error }));
    });
  });
}

/** Date of a call: a Date would leave as local wall time. */
class WireDate extends CustomType {
  override readonly tagName = 'dateTime.iso8601';
}

function isFault(error: unknown): error is { faultCode: number; faultString: string } {
  return typeof error === 'object' && error !== null && 'faultCode' in error && error.faultCode !== undefined;
}
