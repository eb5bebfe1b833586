import type { CallKind } from './calls.js';
import type { SecretCallKind } from './secret-calls.js';

/** What the generator is told to do. */
export interface Job {
  readonly url: string;
  readonly kind: CallKind | SecretCallKind;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Calls a second at even distances; null: each connection sends as soon as its last call is answered. */
  readonly ratePerSecond: number | null;
  readonly wallets: number;
  /** Of the first wallet: phases of one scenario go on where the last one stopped. */
  readonly firstWallet: number;
  /** Ends after so many calls; null: only after its time. */
  readonly callsMax: number | null;
  readonly run: number;
  /** The downstream service is asked directly: its raw form is the approval. */
  readonly isRaw: boolean;
}

export interface JobReport {
  readonly calls: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Replies that were not HTTP 200 with an approval. */
  readonly refused: number;
  /** The first of them, cut. */
  readonly refusal: string | null;
  /** Connections that broke. */
  readonly broken: number;
}

/** From the generator: the warm-up is over; the measured time is over; all replies are here. */
export type JobMessage =
  { readonly kind: 'measuring' | 'measured' } | { readonly kind: 'done'; readonly report: JobReport };
