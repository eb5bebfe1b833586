import type { Dispatcher } from 'undici';
import type { Clock } from '../../platform/clock.js';

/** End of an HTTP exchange, before the answer is interpreted. */
export type Ending =
  /** No byte was written, and none will be. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** Perhaps written, without a whole response. */
  | {
      readonly kind: 'broken';
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly sentAtMs: number;
    }
  | {
      readonly kind: 'response';
      readonly httpStatus: number;
      readonly body: Buffer;
      readonly sentAtMs: number;
      readonly endedAtMs: number;
    };

interface ExchangeInput {
  readonly pool: Pick<Dispatcher, 'dispatch'>;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly answerBytesMax: number;
  readonly clock: Clock;
  /** Runs right before the first byte. Null lets it go; a reason keeps it back, and the exchange ends unsent for that reason. */
  readonly keepBack?: () => string | null;
  readonly onHead?: OnHead;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Gets status and headers once the response head is here. */
export type OnHead = (httpStatus: number, headers: Headers) => void;

/**
 * Sends the body as it is. It follows no redirect, uses no proxy of the environment, and asks for no compression.
 *
 * One place knows for sure whether something was written. undici calls `onRequestStart` once it has chosen a connected socket
 * (after TLS, where there is TLS), right before it writes the request line. An abort inside that call keeps it from writing
 * (client-h1.js, writeH1). An error thrown there does too, and leaves the socket ready for the next request. An exchange that
 * never got there is unsent, whatever the error is called. One that did is perhaps sent, even when the socket turns out to be
 * dead: the peer may have read the bytes before it went away.
 */
export function startExchange(input: ExchangeInput): Exchange {
  const exchange = new Exchange(input);
  input.pool.dispatch(
    {
      method: input.method,
      path: input.path,
      headers: input.headers,
      body: input.body,
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    exchange,
  );
  return exchange;
}

export class Exchange implements Dispatcher.DispatchHandler {
  /** Time when writing began, epoch milliseconds. Null while nothing was written. */
  sentAtMs: number | null = null;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  private resolveEnded!: (ending: Ending) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private cancelled: string | null = null;
  private httpStatus: number | null = null;
  /** Received bytes, with room for more. A list of pieces would take a hundred bytes for each byte that comes alone. */
  private body = Buffer.alloc(0);
  private bytes = 0;

  constructor(private readonly input: ExchangeInput) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  /** Ends the exchange now. A request that is not written yet never will be. */
  cancel(reason: string): void {
    this.cancelled ??= reason;
    if (this.controller === null) this.resolveEnded({ kind: 'unsent', reason });
    else this.controller.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici may move a request that lost its socket to another one. A request that was perhaps written is never written again.
    if (this.sentAtMs !== null) this.cancelled ??= 'cut';
    this.controller = controller;
    if (this.cancelled !== null) {
      controller.abort(new Error(this.cancelled));
      return;
    }
    this.cancelled = this.input.keepBack?.() ?? null;
    if (this.cancelled !== null) throw new Error(this.cancelled);
    this.sentAtMs = this.input.clock.nowMs();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, httpStatus: number, headers: Headers): void {
    if (httpStatus < FIRST_FINAL_STATUS) return;
    this.httpStatus = httpStatus;
    this.input.onHead?.(httpStatus, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const bytes = this.bytes + chunk.length;
    if (bytes > this.input.answerBytesMax) return this.cancel('too_large');
    if (bytes > this.body.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.body.length));
      this.body.copy(larger, 0, 0, this.bytes);
      this.body = larger;
    }
    chunk.copy(this.body, this.bytes);
    this.bytes = bytes;
  }

  onResponseEnd(): void {
    const { sentAtMs, httpStatus } = this;
    if (sentAtMs === null || httpStatus === null) return this.breakOff('cut');
    const body = this.body.subarray(0, this.bytes);
    this.resolveEnded({ kind: 'response', httpStatus, body, sentAtMs, endedAtMs: this.input.clock.nowMs() });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.breakOff(this.cancelled ?? reasonOf(error, this.sentAtMs !== null));
  }

  private breakOff(reason: string): void {
    const { sentAtMs, httpStatus } = this;
    this.resolveEnded(
      sentAtMs === null ? { kind: 'unsent', reason } : { kind: 'broken', reason, httpStatus, sentAtMs },
    );
  }
}

/** First status that answers. A 1xx only announces (RFC 9110 15.2). */
const FIRST_FINAL_STATUS = 200;

/** Returns the reason, with the system's code for operators: `not_connected:ECONNREFUSED`, `cut:ECONNRESET`. */
function reasonOf(error: Error, isSent: boolean): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  if (code === 'UND_ERR_INVALID_ARG') return 'unsendable';
  const reason = isSent ? 'cut' : 'not_connected';
  return ERROR_CODE.test(code) ? `${reason}:${code}` : reason;
}

const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,63}$/;
