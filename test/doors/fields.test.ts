import { klvContract, xmlKlvContract } from '../contract/doors/klv.js';
import { klvMembersContract } from '../contract/doors/klv-members.js';
import { limitsContract } from '../contract/doors/limits.js';
import { lookAlikesContract } from '../contract/doors/look-alikes.js';
import { malformedContract } from '../contract/doors/malformed.js';
import { typesContract } from '../contract/doors/types.js';
import { DOORS, KEY_DOORS, startBench, XML_DOORS, type Bench } from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(() => bench.stop());

describe.each(DOORS)('$name', (door) => {
  malformedContract(door, () => bench);
  limitsContract(door, () => bench);
  klvContract(door, () => bench);
});

describe.each(KEY_DOORS)('$name', (door) => {
  typesContract(door, () => bench);
});

describe.each(XML_DOORS)('$name', (door) => {
  xmlKlvContract(door, () => bench);
});

describe('transaction_data as members', () => {
  klvMembersContract(() => bench);
});

describe('members that the gateway does not know', () => {
  lookAlikesContract(() => bench);
});
