import {
  dateWindowContract,
  referenceDateContract,
  replayWindowContract,
  zoneWindowContract,
} from '../contract/interfaces/windows.js';
import { CHANNELS, startBench, XML_CHANNELS, type Bench } from '../support/channels/index.js';
import { constants } from '../support/constants.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    env: { CARDWAY_TRANSACTION_MAX_AGE: '30d', ...constants({ REPLAY_NONE_MS: 1 }) },
  });
});

afterAll(() => bench.stop());

describe.each(CHANNELS)('$name', (channel) => {
  dateWindowContract(channel, () => bench);
  referenceDateContract(channel, () => bench);
  replayWindowContract(channel, () => bench);
});

describe('with transaction.replayNone off', () => {
  let off: Bench;

  beforeAll(async () => {
    off = await startBench({ env: { ...constants({ REPLAY_NONE_MS: 0 }) } });
  });

  afterAll(() => off.stop());

  describe.each(CHANNELS)('$name', (channel) => {
    replayWindowContract(channel, () => off);
  });
});

describe.each(XML_CHANNELS)('$name', (channel) => {
  zoneWindowContract(channel, () => bench);
});
