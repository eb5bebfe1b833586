import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/**
 * Connects as undici does by itself, and takes interim responses out of what the socket hears. undici cuts the connection at a
 * `100 Continue` that was not asked for (client-h1.js, onHeadersComplete), after the call was written: money would be in doubt because
 * a proxy was polite. RFC 9110 section 15.2 obliges a client to skip them.
 */
export function createConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, ...options });
  return (target, callback) =>
    connect(target, (...connected) => {
      const [error, socket] = connected;
      if (error === null) skipInterim(socket);
      callback(...connected);
    });
}

function skipInterim(socket: Socket): void {
  const filter = new InterimFilter();
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  // `push` is how a stream gets what it will be read for, and the one place ahead of undici's parser.
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) return push(filter.pass(chunk), encoding);
    const held = filter.end();
    if (held.length > 0) push(held);
    return push(null);
  };
  socket.write = (...args: unknown[]) => {
    filter.begin();
    return write(...args);
  };
}

/**
 * Takes interim responses (1xx, but for `101 Switching Protocols`, behind which HTTP ends) out of a byte stream. Only ahead of the final
 * response: once its status line began, everything passes until the next request is written.
 */
export class InterimFilter {
  private state: 'passing' | 'status' | 'skipping' = 'passing';
  /** The beginning of a status line, or the last bytes of a head that is skipped: too few to decide. */
  private held: Buffer = EMPTY;
  private skippedBytes = 0;

  /** A request is written: what comes next begins with a status line. */
  begin(): void {
    if (this.state !== 'passing') return;
    this.state = 'status';
    this.skippedBytes = 0;
  }

  /** What the reader may hear of this chunk and of what was held back before. */
  pass(chunk: Buffer): Buffer {
    if (this.state === 'passing') return chunk;
    let rest = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = EMPTY;
    for (;;) {
      if (this.state === 'status') {
        const kind = statusOf(rest);
        if (kind === 'unclear') return this.hold(rest);
        if (kind === 'final') return this.release(rest);
        this.state = 'skipping';
      }
      const end = rest.indexOf(HEAD_END);
      if (end === -1) {
        this.skippedBytes += rest.length;
        // The reader fails at what is no response, which is what an endless head is.
        if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
        return this.hold(rest.subarray(-(HEAD_END.length - 1)));
      }
      this.skippedBytes += end;
      if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
      rest = rest.subarray(end + HEAD_END.length);
      this.state = 'status';
    }
  }

  /** No more comes: what was held back. */
  end(): Buffer {
    const { held, state } = this;
    this.held = EMPTY;
    this.state = 'passing';
    return state === 'status' ? held : EMPTY;
  }

  private hold(bytes: Buffer): Buffer {
    // A slice would keep the whole chunk in memory, and a chunk may be used again.
    this.held = Buffer.from(bytes);
    return EMPTY;
  }

  private release(bytes: Buffer): Buffer {
    this.state = 'passing';
    return bytes;
  }
}

const EMPTY = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');
/** As much as undici reads of one head. */
const SKIPPED_BYTES_MAX = 16 * 1024;

/** `HTTP/1.1 1` and two digits; a status line that is cut off before its status is unclear. */
function statusOf(bytes: Buffer): 'interim' | 'final' | 'unclear' {
  const line = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (INTERIM.test(line)) return line.endsWith('101') ? 'final' : 'interim';
  return BEGINNING.test(line) ? 'unclear' : 'final';
}

const INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const BEGINNING =
  /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01]|HTTP\/1\.[01] |HTTP\/1\.[01] 1\d?)?$/;
