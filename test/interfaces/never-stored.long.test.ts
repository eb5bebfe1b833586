import {
  approvingQuietly,
  jsonNeverStoredContract,
  neverStoredContract,
} from '../contract/interfaces/never-stored.js';
import { CHANNELS, JSON_PROXY, sharedBench } from '../support/channels/index.js';

const bench = sharedBench({ env: { CARDWAY_LOG_LEVEL: 'trace' } });

beforeEach(() => bench.wallet.behave(approvingQuietly));

describe.each(CHANNELS)('the gateway behind $name', (channel) => {
  neverStoredContract(channel, () => bench);
});

describe('the gateway behind JSON', () => {
  jsonNeverStoredContract(JSON_PROXY, () => bench);
});
