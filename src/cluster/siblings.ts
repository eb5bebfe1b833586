import type { PrimaryLink, Snapshot, Topic } from './messages.js';

/** The other workers of this `serve`, as a worker sees them. */
export interface Siblings {
  /** This worker's number, from 1. */
  readonly worker: number;
  /** How many there are to be, this one included. */
  readonly workers: number;
  /** Tells all others; those that are not there yet never hear of it. */
  tell(topic: Topic, content: unknown): void;
  /** What others tell, with the number of who told it. */
  hear(topic: Topic, listener: (content: unknown, from: number) => void): void;
  /** Lets others ask for the metrics of this process. Once. */
  measureBy(read: () => Promise<Snapshot>): void;
  /** The metrics of all workers, those that ended included. */
  gather(): Promise<readonly Snapshot[]>;
}

export function createSiblings(
  link: PrimaryLink,
  self: { readonly worker: number; readonly workers: number },
): Siblings {
  const listeners = new Map<Topic, ((content: unknown, from: number) => void)[]>();
  const gathering = new Map<number, (snapshots: readonly Snapshot[]) => void>();
  let measure: () => Promise<Snapshot> = () => Promise.resolve([]);
  let nextId = 0;

  link.onMessage((message) => {
    if (message.kind === 'told') {
      for (const listener of listeners.get(message.topic) ?? []) listener(message.content, message.from);
    } else if (message.kind === 'measure') {
      const { id } = message;
      void measure().then((snapshot) => link.send({ kind: 'measured', id, snapshot }));
    } else if (message.kind === 'gathered') {
      gathering.get(message.id)?.(message.snapshots);
      gathering.delete(message.id);
    }
  });
  return {
    ...self,
    tell: (topic, content) => link.send({ kind: 'tell', topic, content }),
    hear(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    measureBy(read) {
      measure = read;
    },
    gather() {
      const id = (nextId += 1);
      return new Promise((resolve) => {
        gathering.set(id, resolve);
        link.send({ kind: 'gather', id });
      });
    },
  };
}
