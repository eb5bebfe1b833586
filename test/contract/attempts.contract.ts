import { authorizeContract } from './attempts/authorize.js';
import { expireContract } from './attempts/expire.js';
import { listContract } from './attempts/list.js';
import { reportContract } from './attempts/report.js';
import { openBench, type AttemptsBench, type AttemptsUnderTest } from './attempts/bench.js';

/** Tests a store of attempts on their way to the wallet, on any database. */
export function attemptsContract(name: string, open: () => Promise<AttemptsUnderTest>): void {
  describe(`attempts on ${name}`, () => {
    let bench: AttemptsBench;

    beforeEach(async () => {
      bench = await openBench(open);
    });

    describe('authorize', () => {
      authorizeContract(() => bench);
    });

    describe('report', () => {
      reportContract(() => bench);
    });

    describe('expire', () => {
      expireContract(() => bench);
    });

    describe('list', () => {
      listContract(() => bench);
    });
  });
}
