import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';
import { CardwayError } from '../platform/errors.js';

/**
 * Reads and decompresses a request body, up to `bytesMax`. The limit counts decompressed bytes, so a compression bomb stops at
 * the same size as everything else.
 * Errors: PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE (an encoding other than gzip or deflate), MALFORMED (broken compression, or
 * the sender went away).
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  switch (encoding) {
    case '':
    case 'identity':
      return collect(request, request, bytesMax);
    case 'gzip':
    case 'x-gzip':
      return collect(request, createGunzip(), bytesMax);
    case 'deflate':
      return collect(request, createInflate(), bytesMax);
    default:
      throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
        message: 'Content-Encoding must be gzip, deflate or absent.',
      });
  }
}

/**
 * Returns true if the sender waits for permission to send a body that is too long. It gets the refusal and sends no body (RFC
 * 9110, 10.1.1).
 */
export function isRefusedUnsent({ headers }: IncomingMessage, bytesMax: number): boolean {
  return headers.expect !== undefined && Number(headers['content-length'] ?? 0) > bytesMax;
}

/** Reads and discards the rest of a body, so that the sender reads the refusal. Bounds keep it from holding the connection. */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = DISCARD_BYTES_MAX;
    const limit = setTimeout(resolve, DISCARD_MS);
    const end = (): void => {
      clearTimeout(limit);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
    });
    request.once('end', end);
    request.once('close', end);
    request.resume();
  });
}

const DISCARD_BYTES_MAX = 8 * 1024 * 1024;
const DISCARD_MS = 1000;

type Through = IncomingMessage | ReturnType<typeof createGunzip>;

function collect(request: IncomingMessage, through: Through, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: CardwayError): void => {
      if (through !== request) {
        request.unpipe(through as ReturnType<typeof createGunzip>);
        through.destroy();
      }
      through.removeListener('data', take);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytesMax) fail(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    through.on('data', take);
    through.once('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size));
    });
    through.once('error', (cause) => {
      fail(new CardwayError('MALFORMED', { message: 'The body cannot be decompressed.', cause }));
    });
    request.once('aborted', () => {
      fail(new CardwayError('MALFORMED', { message: 'The sender closed the connection within the body.' }));
    });
    if (through !== request) request.pipe(through as ReturnType<typeof createGunzip>);
  });
}

function tooLarge(bytesMax: number): CardwayError {
  return new CardwayError('PAYLOAD_TOO_LARGE', {
    message: `The body is longer than ${String(bytesMax)} bytes.`,
  });
}
