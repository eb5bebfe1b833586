export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/**
 * Returns a gate, by which a test decides when something continues: `behaviour: async () => (await gate.opened, answer({
 * resultCode: 1 }))`.
 */
export function gate(): Gate {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
