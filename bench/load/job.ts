import type { CallKind } from './calls.js';
import type { SecretCallKind } from './secret-calls.js';

/** Certificate of the caller and its private key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Work of the load generator. */
export interface Job {
  readonly url: string;
  readonly kind: CallKind | SecretCallKind;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Calls per second at even distances. Null lets each connection send as soon as its last call is answered. */
  readonly ratePerSecond: number | null;
  readonly wallets: number;
  /** Number of the first wallet: each phase of a scenario continues where the last one stopped. */
  readonly firstWallet: number;
  /** Number of calls after which the job ends. Null ends it only after its time. */
  readonly callsMax: number | null;
  readonly run: number;
  /** Whether calls go directly to the downstream service: its raw form is the approval. */
  readonly isRaw: boolean;
  /** For https URLs: the certificate that the caller shows, which is also the server's. Null where there is none. */
  readonly certificate: ClientCertificate | null;
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
  /** First refused reply, cut. */
  readonly refusal: string | null;
  /** Number of connections that broke. */
  readonly broken: number;
}

/** Message of the generator: the warm-up is over, the measured time is over, or all replies have arrived. */
export type JobMessage =
  { readonly kind: 'measuring' | 'measured' } | { readonly kind: 'done'; readonly report: JobReport };
