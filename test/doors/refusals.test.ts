import { credentialsContract, keysContract, xmlChecksumContract } from '../contract/doors/credentials.js';
import { missingFieldOrderContract, refusalOrderContract } from '../contract/doors/refusal-order.js';
import { DOORS, KEY_DOORS, startBench, XML_DOORS, type Bench } from '../support/doors/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(() => bench.stop());

describe.each(DOORS)('$name', (door) => {
  refusalOrderContract(door, () => bench);
  credentialsContract(door, () => bench);
});

describe.each(KEY_DOORS)('$name', (door) => {
  keysContract(door, () => bench);
  missingFieldOrderContract(door, () => bench);
});

describe.each(XML_DOORS)('$name', (door) => {
  xmlChecksumContract(door, () => bench);
});
