import type { Readable } from 'node:stream';

/**
 * What there is of the first bytes of a stream when they are complete, the stream ends or breaks, or `signal` says so; the rest is
 * not read. Never rejects.
 */
export function beginningOf(stream: Readable, bytesMax: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      signal.removeEventListener('abort', end);
      stream.destroy();
      resolve(Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8'));
    };
    // The status has come; what is missing of the text is not worth a failure.
    stream.on('error', end).once('end', end).once('close', end);
    signal.addEventListener('abort', end);
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytesMax) end();
    });
    if (signal.aborted || stream.destroyed) end();
  });
}
