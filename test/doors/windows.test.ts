import {
  dateWindowContract,
  referenceDateContract,
  replayWindowContract,
  zoneWindowContract,
} from '../contract/doors/windows.js';
import { CHANNELS, startBench, XML_CHANNELS, type Bench } from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    env: { CARDWAY_TRANSACTION_MAX_AGE: '30d', CARDWAY_TRANSACTION_REPLAY_NONE: '1ms' },
  });
});

afterAll(() => bench.stop());

describe.each(CHANNELS)('$name', (door) => {
  dateWindowContract(door, () => bench);
  referenceDateContract(door, () => bench);
  replayWindowContract(door, () => bench);
});

describe.each(XML_CHANNELS)('$name', (door) => {
  zoneWindowContract(door, () => bench);
});
