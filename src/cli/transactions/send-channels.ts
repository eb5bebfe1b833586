import axios from 'axios';
import { type Client, createClient, createSecureClient, CustomType } from 'xmlrpc';
import type { Method } from '../../core/transactions/methods.js';
import { certificateFailure, CliError } from '../shell.js';

export interface ChannelReply {
  /** HTTP status. */
  readonly status: number;
  readonly replayed: boolean;
  /** True for a fault, or for errors in a GraphQL response. */
  readonly isRefused: boolean;
  readonly body: unknown;
}

const TIMEOUT_MS = 35_000;

/** Options of a request by axios that goes to the named host alone. Its status is for the caller to judge. */
export const DIRECT = { maxRedirects: 0, proxy: false, validateStatus: () => true } as const;

/** Posts JSON to an interface. It sends a buffer, because axios would trim and quote a string. */
export async function postJson(url: string, key: string, body: unknown): Promise<ChannelReply> {
  try {
    const response = await axios.post<ArrayBuffer>(url, Buffer.from(JSON.stringify(body)), {
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      ...DIRECT,
      timeout: TIMEOUT_MS,
      maxContentLength: 4_194_304,
      responseType: 'arraybuffer',
    });
    const text = Buffer.from(response.data).toString('utf8');
    const answered = JSON.parse(text) as unknown;
    return {
      status: response.status,
      replayed: response.headers['idempotent-replayed'] === 'true',
      isRefused: typeof answered === 'object' && answered !== null && 'errors' in answered,
      body: answered,
    };
  } catch (error) {
    throw unreachable(url, error);
  }
}

/** Posts one of our own GraphQL operations. */
export async function postDocument(
  url: string,
  key: string,
  document: string,
  variables: object,
): Promise<ChannelReply> {
  return postJson(`${url}/graphql`, key, { query: document, variables });
}

/** Calls `/RPC2` with a standard XML-RPC client. */
export async function postXmlRpc(args: {
  readonly url: string;
  readonly method: Method;
  readonly texts: readonly string[];
  readonly checksum: string;
}): Promise<ChannelReply> {
  const url = `${args.url}/RPC2`;
  const { protocol, hostname, port, pathname } = new URL(url);
  const isSecure = protocol === 'https:';
  const connect = (isSecure ? createSecureClient : createClient) as unknown as (options: {
    host: string;
    port: number;
    path: string;
    responseEncoding: BufferEncoding;
  }) => Client;
  // From a URL the package would read these with url.parse(), and Node would print that it is deprecated.
  const client = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port === '' ? (isSecure ? 443 : 80) : port),
    path: pathname,
    responseEncoding: 'utf8',
  });
  const params = args.method.parameters.map((parameter, index) => {
    const text = args.texts[index] ?? '';
    if (parameter.type === 'int') return Number(text);
    return parameter.type === 'date' ? new WireDate(text) : text;
  });
  return new Promise((resolve, reject) => {
    client.methodCall(args.method.name, [...params, args.checksum], (error: unknown, value: unknown) => {
      if (isFault(error)) {
        resolve({
          status: 200,
          replayed: false,
          isRefused: true,
          body: { faultCode: error.faultCode, faultString: error.faultString },
        });
      } else if (error !== null && error !== undefined) reject(unreachable(url, error));
      else resolve({ status: 200, replayed: false, isRefused: false, body: value });
    });
  });
}

/** A date that is sent unchanged: the processor's dates have no zone. The package would write a Date as local time. */
class WireDate extends CustomType {
  override readonly tagName = 'dateTime.iso8601';
}

function isFault(error: unknown): error is { faultCode: number; faultString: string } {
  return typeof error === 'object' && error !== null && 'faultCode' in error && 'faultString' in error;
}

/** Returns the error for a gateway that does not answer, with what to do. `error` is a cause or its code. */
export function unreachable(url: string, error: unknown): CliError {
  const reason =
    error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
  const advice =
    certificateFailure(reason) ??
    'Is the gateway running? Start it with cardway serve, or name another with --url.';
  return new CliError(`${url} gave no readable answer (${reason}). ${advice}`);
}
