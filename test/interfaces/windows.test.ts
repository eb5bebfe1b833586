import {
  dateWindowContract,
  referenceDateContract,
  replayWindowContract,
  zoneWindowContract,
} from '../contract/interfaces/windows.js';
import { CHANNELS, sharedBench, XML_CHANNELS } from '../support/channels/index.js';
import { constants } from '../support/constants.js';

const bench = sharedBench({
  env: { CARDWAY_TRANSACTION_MAX_AGE: '30d', ...constants({ REPLAY_NONE_MS: 1 }) },
});

describe.each(CHANNELS)('$name', (channel) => {
  dateWindowContract(channel, () => bench);
  referenceDateContract(channel, () => bench);
  replayWindowContract(channel, () => bench);
});

describe('with transaction.replayNone off', () => {
  const off = sharedBench({ env: { ...constants({ REPLAY_NONE_MS: 0 }) } });

  describe.each(CHANNELS)('$name', (channel) => {
    replayWindowContract(channel, () => off);
  });
});

describe.each(XML_CHANNELS)('$name', (channel) => {
  zoneWindowContract(channel, () => bench);
});
