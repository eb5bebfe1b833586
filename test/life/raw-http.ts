import { connect, type Socket } from 'node:net';

/** HTTP as bytes: requests that no client library sends, and responses that none shows. */
export interface RawConnection {
  write(bytes: string | Buffer): void;
  /** Resolves with the next response, interim ones (1xx) included. */
  response(): Promise<RawResponse>;
  /** Resolves when the peer has closed the connection. */
  readonly closed: Promise<void>;
  destroy(): void;
}

export interface RawResponse {
  /** Status line, such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly text: string;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const reader = responseReader(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    write: (bytes) => void socket.write(bytes),
    response: () => reader.next(),
    closed,
    destroy: () => socket.destroy(),
  };
}

/** Sends one request on its own connection. Resolves with its final response. */
export async function exchange(url: string, ...parts: readonly (string | Buffer)[]): Promise<RawResponse> {
  const connection = await openRaw(url);
  try {
    for (const part of parts) connection.write(part);
    return await connection.response();
  } finally {
    connection.destroy();
  }
}

/** Returns a request with the usual headers. `headers` are additional lines. */
export function rawRequest(args: {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Host headers. Default: one. */
  readonly host?: readonly string[];
}): Buffer {
  const { line, headers = [], body, host = ['Host: localhost'] } = args;
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const length = body === undefined ? [] : [`Content-Length: ${String(bytes.length)}`];
  const head = [line, ...host, ...headers, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

export function responseReader(socket: Socket): { next(): Promise<RawResponse> } {
  let pieces: Buffer[] = [];
  let size = 0;
  let isEnded = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    pieces.push(chunk);
    size += chunk.length;
    wake();
  });
  const end = (): void => {
    isEnded = true;
    wake();
  };
  socket.on('close', end).on('end', end).on('error', end);
  return {
    async next() {
      for (let needed = 0; ;) {
        // Concatenates a long body once, not again for each of its pieces.
        if (size >= needed || isEnded) {
          const received = Buffer.concat(pieces);
          const parsed = parseResponse(received, isEnded);
          const rest = typeof parsed === 'number' ? received : received.subarray(parsed.length);
          [pieces, size] = [[rest], rest.length];
          if (typeof parsed !== 'number') return parsed.response;
          if (isEnded)
            throw new Error(
              `The connection ended within a response: ${rest.subarray(0, 1000).toString('latin1')}`,
            );
          needed = parsed;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Parses a response. Returns the number of bytes that it needs at least where it is incomplete. */
function parseResponse(bytes: Buffer, isEnded: boolean): { response: RawResponse; length: number } | number {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return bytes.length + 1;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const status = Number(statusLine.split(' ')[1]);
  const rest = bytes.subarray(headEnd + 4);
  const framed =
    headers.get('transfer-encoding') === 'chunked'
      ? chunkedBody(rest)
      : plainBody(rest, bodyLength(status, headers, rest.length, isEnded));
  if (typeof framed === 'number') return headEnd + 4 + framed;
  const { body, length } = framed;
  const response = { statusLine, status, headers, body, text: body.toString('utf8') };
  return { response, length: headEnd + 4 + length };
}

interface FramedBody {
  readonly body: Buffer;
  /** Length on the wire. */
  readonly length: number;
}

function plainBody(bytes: Buffer, length: number): FramedBody | number {
  return bytes.length < length ? length : { body: bytes.subarray(0, length), length };
}

function chunkedBody(bytes: Buffer): FramedBody | number {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return bytes.length + 1;
    const size = parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return from + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks), length: from + 2 };
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}

/** Returns the length of a body. Infinite for a body that ends with the connection, while that is open. */
function bodyLength(
  status: number,
  headers: ReadonlyMap<string, string>,
  available: number,
  isEnded: boolean,
): number {
  const declared = headers.get('content-length');
  if (status < 200 || status === 204 || status === 304) return 0;
  if (declared !== undefined) return Number(declared);
  return isEnded ? available : Infinity;
}
