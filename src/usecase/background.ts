/** Work that goes on after its caller was answered. A graceful stop waits for it, within its own limit. */
export interface Background {
  add(work: Promise<void>): void;
  readonly size: number;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

export function createBackground(onFailure: (error: unknown) => void): Background {
  const works = new Set<Promise<void>>();
  return {
    add(work) {
      const watched = work.catch(onFailure).finally(() => works.delete(watched));
      works.add(watched);
    },
    get size() {
      return works.size;
    },
    async idle() {
      while (works.size > 0) await Promise.all(works);
    },
  };
}
