/** Claims and settles until it is killed, and prints each acknowledgement: claim-and-settle.ts FILE PREFIX */
import { answered, deduct } from '../../../contract/samples.js';
import { openStore } from '../../../../src/store/store.js';
import { machineClock } from '../../../support/machine-clock.js';

const [file = '', prefix = ''] = process.argv.slice(3);
const CONCURRENCY = 8;

async function main(): Promise<void> {
  const store = await openStore({ databaseUrl: `sqlite:${file}`, clock: machineClock });
  await store.migrate();
  let number = 0;
  const work = async (): Promise<never> => {
    for (;;) {
      number += 1;
      const requestId = `${prefix}_20260101220405_${number}`;
      await store.ledger.claim(deduct({ requestId }));
      process.stdout.write(`claimed ${requestId}\n`);
      await store.ledger.apply(answered(requestId));
      process.stdout.write(`answered ${requestId}\n`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

void main();
