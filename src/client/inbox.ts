/** What came and was not asked for yet. */
export interface Inbox<Item> {
  add(item: Item): void;
  /** What is in it can still be taken; then `take` rejects with the error. */
  fail(error: unknown): void;
  /** What is in it can still be taken; then there is no more. */
  finish(): void;
  /** At once: what is in it is dropped. */
  drop(): void;
  /** The next item; null when there is none any more. */
  take(): Promise<Item | null>;
}

/** `onFull` is told when there are too many items, `onEmpty` when they were taken. */
export function createInbox<Item>(options: {
  readonly itemsMax: number;
  readonly onFull: () => void;
  readonly onEmpty: () => void;
}): Inbox<Item> {
  let items: Item[] = [];
  let isFull = false;
  let end: { readonly error: unknown } | null = null;
  let wake = (): void => undefined;

  const finish = (error: unknown): void => {
    end ??= { error };
    wake();
  };
  return {
    add(item) {
      if (end !== null) return;
      items.push(item);
      if (!isFull && items.length >= options.itemsMax) {
        isFull = true;
        options.onFull();
      }
      wake();
    },
    fail: finish,
    finish: () => finish(null),
    drop() {
      items = [];
      finish(null);
    },
    async take() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) return item;
        if (isFull) {
          isFull = false;
          options.onEmpty();
        }
        if (end !== null) {
          if (end.error === null) return null;
          throw end.error as Error;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
