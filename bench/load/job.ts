import type { CallKind } from './calls.js';

/** Work of the load generator. */
export interface Job {
  readonly url: string;
  readonly kind: CallKind;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Calls per second at even distances. Null lets each connection send as soon as its last call is answered. */
  readonly ratePerSecond: number | null;
  readonly wallets: number;
  /** Number of calls after which the job ends. Null ends it only after its time. */
  readonly callsMax: number | null;
  readonly run: number;
}

export interface JobReport {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Replies that were not HTTP 200 with an approval. */
  readonly refused: number;
  /** First refused reply, cut. */
  readonly refusal: string | null;
  /** Number of connections that broke. */
  readonly broken: number;
}

/** Message of the generator: the warm-up is over, the measured time is over, or all replies have arrived. */
export type JobMessage =
  { readonly kind: 'measuring' | 'measured' } | { readonly kind: 'done'; readonly report: JobReport };
