import {
  approvingQuietly,
  jsonNeverStoredContract,
  neverStoredContract,
} from '../contract/interfaces/never-stored.js';
import { CHANNELS, JSON_PROXY, startBench, type Bench } from '../support/channels/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({ env: { CARDWAY_LOG_LEVEL: 'trace' } });
});

beforeEach(() => bench.wallet.behave(approvingQuietly));

afterAll(() => bench.stop());

describe.each(CHANNELS)('the gateway behind $name', (channel) => {
  neverStoredContract(channel, () => bench);
});

describe('the gateway behind JSON', () => {
  jsonNeverStoredContract(JSON_PROXY, () => bench);
});
