import { openBench, type ConsoleBench } from './bench.js';
import { liveChapter } from './live.chapter.js';

/** The operators' page in a real browser, on a real sandbox. */
describe('the console', () => {
  let bench: ConsoleBench;

  beforeAll(async () => {
    bench = await openBench();
  });

  afterAll(async () => {
    await bench.close();
  });

  liveChapter(() => bench);
});
