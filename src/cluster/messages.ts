import type { Config } from '../config-types.js';

/** What the processes of one `serve` say to each other. All of it goes through the primary, which relays what it does not need. */
export type ToWorker =
  | StartMessage
  | { readonly kind: 'stop' }
  /** What can be changed without a restart is as in this configuration from now on. */
  | { readonly kind: 'reload'; readonly config: Config }
  | { readonly kind: 'told'; readonly from: number; readonly topic: Topic; readonly content: unknown }
  /** What are your metrics? */
  | { readonly kind: 'measure'; readonly id: number }
  /** The answer to `gather`. */
  | { readonly kind: 'gathered'; readonly id: number; readonly snapshots: readonly Snapshot[] };

export type ToPrimary =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  /** It cannot serve; one sentence for the operator. */
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'tell'; readonly topic: Topic; readonly content: unknown }
  /** The answer to `measure`. */
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: Snapshot }
  /** What are the metrics of all of us? */
  | { readonly kind: 'gather'; readonly id: number };

export interface StartMessage {
  readonly kind: 'start';
  /** From 1. */
  readonly worker: number;
  readonly workers: number;
  /** As the primary read it: all workers run by one configuration, also those that start later. */
  readonly config: Config;
  readonly port: number;
  /** What the primary runs for a sandbox; null outside of it. */
  readonly sandbox: { readonly walletUrl: string | null; readonly signingKey: string } | null;
  readonly logFormat: 'json' | 'text';
}

/** What workers tell each other about. */
export type Topic = 'directory' | 'rates' | 'sockets';

/** The metrics of one process, as its registry gives them. */
export type Snapshot = readonly Metric[];

export interface Metric {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge`, `histogram`, `summary`. */
  readonly type: string;
  /** How the values of several processes become one. */
  readonly aggregator: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    readonly metricName?: string;
  }[];
}

/** A worker, as its primary sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** To one that is gone: nothing. */
  send(message: ToWorker): void;
  onMessage(listener: (message: ToPrimary) => void): void;
  /** Once. Null status: ended by a signal. */
  onExit(listener: (status: number | null) => void): void;
  /** SIGKILL. */
  kill(): void;
}

/** The primary, as a worker sees it. */
export interface PrimaryLink {
  send(message: ToPrimary): void;
  onMessage(listener: (message: ToWorker) => void): void;
}
