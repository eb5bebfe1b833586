import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { inflateRaw, unzip } from 'node:zlib';
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
  if (!ENCODINGS.has(encoding)) {
    throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Content-Encoding must be gzip, deflate or absent.',
    });
  }
  const body = await collect(request, bytesMax);
  return encoding === '' || encoding === 'identity' ? body : decompressed(body, bytesMax);
}

const ENCODINGS: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate']);

/**
 * Returns true if the sender waits for permission to send a body that is too long. It gets the refusal and sends no body (RFC
 * 9110, 10.1.1).
 */
export function isRefusedUnsent({ headers }: IncomingMessage, bytesMax: number): boolean {
  return headers.expect !== undefined && Number(headers['content-length'] ?? 0) > bytesMax;
}

/** Reads and discards the rest of a body for a moment, so that the sender reads the refusal. */
export async function discardRest(request: IncomingMessage): Promise<void> {
  await finished(request.resume(), { signal: AbortSignal.timeout(DISCARD_MS) }).catch(() => undefined);
}

const DISCARD_MS = 1000;

/** Some clients send deflate without the zlib header that RFC 9110 (8.4.1.2) asks for. */
async function decompressed(body: Buffer, maxOutputLength: number): Promise<Buffer> {
  const [method = 0, flags = 0] = body;
  const isGzip = method === GZIP && flags === 0x8b;
  const isZlib = (method & 0x0f) === ZLIB_DEFLATE && (method * 256 + flags) % 31 === 0;
  try {
    return await promisify(isGzip || isZlib ? unzip : inflateRaw)(body, { maxOutputLength });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxOutputLength);
    throw new CardwayError('MALFORMED', { message: 'The body cannot be decompressed.', cause });
  }
}

/** First byte of a gzip header (RFC 1952, 2.3.1), and compression method in a zlib header (RFC 1950, 2.2). */
const GZIP = 0x1f;
const ZLIB_DEFLATE = 8;

/**
 * Reads the bytes into one buffer. A sender chooses the chunks, and each takes some 300 bytes: a list of chunks of one byte would
 * hold 16 MB for a body of 64 KiB.
 */
function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.alloc(0);
    let size = 0;
    const take = (chunk: Buffer): void => {
      const end = size + chunk.length;
      if (end > bytesMax) {
        request.removeListener('data', take);
        reject(tooLarge(bytesMax));
        return;
      }
      // Most bodies come in one chunk, which needs no copy.
      if (size === 0) body = chunk;
      else {
        if (end > body.length) body = Buffer.concat([body], Math.min(2 * end, bytesMax));
        chunk.copy(body, size);
      }
      size = end;
    };
    request.on('data', take);
    request.once('end', () => resolve(body.subarray(0, size)));
    request.once('aborted', () => {
      reject(new CardwayError('MALFORMED', { message: 'The sender closed the connection within the body.' }));
    });
  });
}

function tooLarge(bytesMax: number): CardwayError {
  return new CardwayError('PAYLOAD_TOO_LARGE', {
    message: `The body is longer than ${String(bytesMax)} bytes.`,
  });
}

/** Parses a Content-Type header (RFC 9110 8.3). The media type is in lower case; '' without a header. */
export function parseContentType(header = ''): {
  readonly mediaType: string;
  readonly charset: string | undefined;
} {
  const [mediaType = ''] = header.split(';', 1);
  return { mediaType: mediaType.trim().toLowerCase(), charset: CHARSET.exec(header)?.[1] };
}

const CHARSET = /;\s*charset\s*=\s*"?([^"\s;]+)/i;

/**
 * Refuses JSON in another charset than UTF-8 (RFC 8259). Labels of ASCII and its supersets are common and change nothing in it.
 * Labels of wider characters mean another text. Errors: UNSUPPORTED_MEDIA_TYPE.
 */
export function requireJsonCharset(mediaType: string, charset: string | undefined): void {
  if (mediaType !== 'application/json' || charset === undefined || !WIDE.test(charset)) return;
  throw new CardwayError('UNSUPPORTED_MEDIA_TYPE', { message: 'JSON must be UTF-8.' });
}

const WIDE = /^(?:utf-?(?:7|16|32)|ucs-?[24]|iso-10646)/i;
