import { dateWindowContract, replayWindowContract } from '../contract/doors/windows.js';
import { DOORS, startBench, type Bench } from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    env: { CARDWAY_TRANSACTION_MAX_AGE: '30d', CARDWAY_TRANSACTION_REPLAY_NONE: '1ms' },
  });
});

afterAll(() => bench.stop());

describe.each(DOORS)('$name', (door) => {
  dateWindowContract(door, () => bench);
  replayWindowContract(door, () => bench);
});
