/** Suites that need only a usual gateway share one. */
import { carelessClientsContract } from '../contract/interfaces/careless-clients.js';
import { conflictsContract, jsonConflictsContract } from '../contract/interfaces/conflicts.js';
import {
  credentialsContract,
  keysContract,
  xmlChecksumContract,
} from '../contract/interfaces/credentials.js';
import { klvContract, xmlKlvContract } from '../contract/interfaces/klv.js';
import { klvMembersContract } from '../contract/interfaces/klv-members.js';
import { limitsContract } from '../contract/interfaces/limits.js';
import { confusableNamesContract } from '../contract/interfaces/look-alikes.js';
import { malformedContract } from '../contract/interfaces/malformed.js';
import { missingFieldOrderContract, refusalOrderContract } from '../contract/interfaces/refusal-order.js';
import { fieldBoundariesContract, replayContract } from '../contract/interfaces/replay.js';
import { typesContract } from '../contract/interfaces/types.js';
import {
  deduct,
  CHANNELS,
  KEY_CHANNELS,
  sharedBench,
  USUAL,
  XML_CHANNELS,
  type Reply,
} from '../support/channels/index.js';
import { constants } from '../support/constants.js';

const bench = sharedBench({
  // All the refusals here together must not count as a flood.
  env: {
    CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
    ...constants({ WRONG_CHECKSUMS_PER_HOUR: 1_000_000 }),
  },
});

describe('fields', () => {
  describe.each(CHANNELS)('$name', (channel) => {
    malformedContract(channel, () => bench);
    limitsContract(channel, () => bench);
    klvContract(channel, () => bench);
  });

  describe.each(KEY_CHANNELS)('$name', (channel) => {
    typesContract(channel, () => bench);
  });

  describe.each(XML_CHANNELS)('$name', (channel) => {
    xmlKlvContract(channel, () => bench);
  });

  describe('transaction_data as members', () => {
    klvMembersContract(() => bench);
  });

  describe('unknown members', () => {
    confusableNamesContract(() => bench);
  });
});

describe('refusals', () => {
  describe.each(CHANNELS)('$name', (channel) => {
    refusalOrderContract(channel, () => bench);
    credentialsContract(channel, () => bench);
  });

  describe.each(KEY_CHANNELS)('$name', (channel) => {
    keysContract(channel, () => bench);
    missingFieldOrderContract(channel, () => bench);
  });

  describe.each(XML_CHANNELS)('$name', (channel) => {
    xmlChecksumContract(channel, () => bench);
  });
});

describe('careless clients', () => {
  afterAll(() => bench.wallet.behave(USUAL));
  carelessClientsContract(() => bench);
});

describe.each(CHANNELS)('on $name a repeated call', (channel) => {
  replayContract(channel, () => bench);
  conflictsContract(channel, () => bench);
});

describe.each(XML_CHANNELS)('on $name a terminal', (channel) => {
  fieldBoundariesContract(channel, () => bench);
});

describe('on JSON a repeated call', () => {
  jsonConflictsContract(() => bench);
});

describe('after a restart', () => {
  const calls = CHANNELS.map((channel) => ({ channel, call: deduct() }));
  const heard: Reply[] = [];

  beforeAll(async () => {
    for (const { channel, call } of calls) heard.push(await channel.call(bench.url, call));
    await bench.restart();
  });

  it.each(CHANNELS)(
    '$name repeats the earlier answers of every interface, and sends nothing',
    async (channel) => {
      const before = bench.wallet.calls.length;
      for (const [index, { call, channel: first }] of calls.entries()) {
        const again = await channel.call(bench.url, call);
        expect(again).toMatchObject({ replayed: true, resultCode: 1 });
        expect(again.fields).toEqual(heard[index]!.fields);
        if (channel === first && channel.errors !== 'graphql') {
          expect(again.bytes.equals(heard[index]!.bytes)).toBe(true);
        }
      }
      expect(bench.wallet.calls.length).toBe(before);
    },
  );
});
