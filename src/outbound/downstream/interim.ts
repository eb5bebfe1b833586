import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/**
 * Connects as undici does, and removes interim responses from what the socket receives. undici cuts the connection at a `100
 * Continue` that it did not ask for (client-h1.js, onHeadersComplete). The call is written by then: money would be in doubt
 * because of a polite proxy. RFC 9110 section 15.2 obliges a client to skip interim responses.
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
  // A stream gets its bytes through `push`, the one place ahead of undici's parser.
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
 * Filter that removes interim responses (1xx) from a byte stream, except `101 Switching Protocols`, after which HTTP ends. It
 * works only ahead of the final response: once that status line begins, everything passes until the next request is written.
 */
export class InterimFilter {
  private state: 'passing' | 'status' | 'skipping' = 'passing';
  /** Bytes that are too few to decide: the beginning of a status line, or the last bytes of a skipped head. */
  private held: Buffer = EMPTY;
  private skippedBytes = 0;

  /** Notes that a request is written: the next bytes received begin with a status line. */
  begin(): void {
    if (this.state !== 'passing') return;
    this.state = 'status';
    this.skippedBytes = 0;
  }

  /** Returns the bytes for the reader, from this chunk and from those held back before. */
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
        // An endless head is not a response. The reader gets it, and fails.
        if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
        return this.hold(rest.subarray(-(HEAD_END.length - 1)));
      }
      this.skippedBytes += end;
      if (this.skippedBytes > SKIPPED_BYTES_MAX) return this.release(rest);
      rest = rest.subarray(end + HEAD_END.length);
      this.state = 'status';
    }
  }

  /** Ends the stream. Returns the held bytes of an unfinished status line. */
  end(): Buffer {
    const { held, state } = this;
    this.held = EMPTY;
    this.state = 'passing';
    return state === 'status' ? held : EMPTY;
  }

  private hold(bytes: Buffer): Buffer {
    // A slice would keep the whole chunk in memory, and the chunk may be reused.
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
/** Limit of undici for one head. */
const SKIPPED_BYTES_MAX = 16 * 1024;

/** Returns the kind of a status line. `HTTP/1.1 1` and two digits are interim; a line cut off before its status is unclear. */
function statusOf(bytes: Buffer): 'interim' | 'final' | 'unclear' {
  const line = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (INTERIM.test(line)) return line.endsWith('101') ? 'final' : 'interim';
  return BEGINNING.test(line) ? 'unclear' : 'final';
}

const INTERIM = /^HTTP\/1\.[01] 1\d\d$/;
const BEGINNING =
  /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01]|HTTP\/1\.[01] |HTTP\/1\.[01] 1\d?)?$/;
