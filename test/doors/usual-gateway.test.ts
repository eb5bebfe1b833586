/** Suites that need nothing but a usual gateway share one. */
import { carelessClientsContract } from '../contract/doors/careless-clients.js';
import { conflictsContract, jsonConflictsContract } from '../contract/doors/conflicts.js';
import { credentialsContract, keysContract, xmlChecksumContract } from '../contract/doors/credentials.js';
import { klvContract, xmlKlvContract } from '../contract/doors/klv.js';
import { klvMembersContract } from '../contract/doors/klv-members.js';
import { limitsContract } from '../contract/doors/limits.js';
import { confusableNamesContract } from '../contract/doors/look-alikes.js';
import { malformedContract } from '../contract/doors/malformed.js';
import { missingFieldOrderContract, refusalOrderContract } from '../contract/doors/refusal-order.js';
import { fieldBoundariesContract, replayContract } from '../contract/doors/replay.js';
import { typesContract } from '../contract/doors/types.js';
import {
  deduct,
  CHANNELS,
  KEY_CHANNELS,
  startBench,
  USUAL,
  XML_CHANNELS,
  type Bench,
  type Reply,
} from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    // All that is refused here together is no flood.
    env: {
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
      CARDWAY_LIMITS_WRONG_CHECKSUMS_PER_HOUR: '1000000',
    },
  });
});

afterAll(() => bench.stop());

describe('fields', () => {
  describe.each(CHANNELS)('$name', (door) => {
    malformedContract(door, () => bench);
    limitsContract(door, () => bench);
    klvContract(door, () => bench);
  });

  describe.each(KEY_CHANNELS)('$name', (door) => {
    typesContract(door, () => bench);
  });

  describe.each(XML_CHANNELS)('$name', (door) => {
    xmlKlvContract(door, () => bench);
  });

  describe('transaction_data as members', () => {
    klvMembersContract(() => bench);
  });

  describe('members that the gateway does not know', () => {
    confusableNamesContract(() => bench);
  });
});

describe('refusals', () => {
  describe.each(CHANNELS)('$name', (door) => {
    refusalOrderContract(door, () => bench);
    credentialsContract(door, () => bench);
  });

  describe.each(KEY_CHANNELS)('$name', (door) => {
    keysContract(door, () => bench);
    missingFieldOrderContract(door, () => bench);
  });

  describe.each(XML_CHANNELS)('$name', (door) => {
    xmlChecksumContract(door, () => bench);
  });
});

describe('careless clients', () => {
  afterAll(() => bench.wallet.behave(USUAL));
  carelessClientsContract(() => bench);
});

describe.each(CHANNELS)('on $name a call that was made', (door) => {
  replayContract(door, () => bench);
  fieldBoundariesContract(door, () => bench);
  conflictsContract(door, () => bench);
});

describe('on JSON a call that was made', () => {
  jsonConflictsContract(() => bench);
});

describe('after a restart', () => {
  const calls = CHANNELS.map((door) => ({ door, call: deduct() }));
  const heard: Reply[] = [];

  beforeAll(async () => {
    for (const { door, call } of calls) heard.push(await door.call(bench.url, call));
    await bench.restart();
  });

  it.each(CHANNELS)('$name repeats what every door had answered before, and sends nothing', async (door) => {
    const before = bench.wallet.calls.length;
    for (const [index, { call, door: first }] of calls.entries()) {
      const again = await door.call(bench.url, call);
      expect(again).toMatchObject({ replayed: true, resultCode: 1 });
      expect(again.fields).toEqual(heard[index]!.fields);
      if (door === first && door.errors !== 'graphql') {
        expect(again.bytes.equals(heard[index]!.bytes)).toBe(true);
      }
    }
    expect(bench.wallet.calls.length).toBe(before);
  });
});
