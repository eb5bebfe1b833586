import { openBench, type ConsoleBench } from './bench.js';

/** Defines the tests of these chapters in a real browser on one real sandbox. Later chapters use the data of earlier ones. */
export function walk(title: string, chapters: readonly ((bench: () => ConsoleBench) => void)[]): void {
  describe(title, () => {
    let bench: ConsoleBench;

    beforeAll(async () => {
      bench = await openBench();
    });

    afterEach(() => bench.closePages());

    afterAll(async () => {
      await bench.close();
    });

    for (const chapter of chapters) chapter(() => bench);
  });
}
