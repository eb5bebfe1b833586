import { conflictsContract, jsonConflictsContract } from '../contract/doors/conflicts.js';
import { bordersContract, replayContract } from '../contract/doors/replay.js';
import { deduct, DOORS, startBench, type Bench, type Heard } from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(() => bench.stop());

describe.each(DOORS)('on $name a call that was made', (door) => {
  replayContract(door, () => bench);
  bordersContract(door, () => bench);
  conflictsContract(door, () => bench);
});

describe('on JSON a call that was made', () => {
  jsonConflictsContract(() => bench);
});

describe('after a restart', () => {
  const calls = DOORS.map((door) => ({ door, call: deduct() }));
  const heard: Heard[] = [];

  beforeAll(async () => {
    for (const { door, call } of calls) heard.push(await door.call(bench.url, call));
    await bench.restart();
  });

  it.each(DOORS)('$name repeats what every door had answered before, and sends nothing', async (door) => {
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
