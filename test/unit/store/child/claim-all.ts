/** Claims every id of 1..COUNT, and prints how many it got: claim-all.ts FILE COUNT */
import { deduct } from '../../../contract/samples.js';
import { openStore } from '../../../../src/store/store.js';
import { machineClock } from '../../../support/machine-clock.js';

const [file = '', count = '0'] = process.argv.slice(3);

async function main(): Promise<void> {
  const store = await openStore({ databaseUrl: `sqlite:${file}`, clock: machineClock });
  const outcomes = [];
  for (let number = 1; number <= Number(count); number += 1) {
    outcomes.push(await store.ledger.claim(deduct({ requestId: `5001_20260101220405_${number}` })));
  }
  process.stdout.write(`${outcomes.filter(({ kind }) => kind === 'claimed').length}\n`);
  await store.close();
}

void main();
