/**
 * Brings together what comes within a moment and hands it on at once: `write` takes all of it and resolves with one result for each,
 * in order. When it rejects, everybody hears of it.
 */
export function gather<Item, Result>(options: {
  readonly forMs: number;
  readonly max: number;
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
}): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let timeout: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timeout);
    timeout = undefined;
    const batch = waiting;
    waiting = [];
    options.write(batch.map(({ item }) => item)).then(
      (results) => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= options.max) flush();
      else timeout ??= setTimeout(flush, options.forMs);
    });
}
