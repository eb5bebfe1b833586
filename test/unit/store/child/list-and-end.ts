/** Lists a store twice at once, prints the totals, and ends without closing the store: list-and-end.ts FILE */
import { openStore } from '../../../../src/store/store.js';
import { machineClock } from '../../../support/machine-clock.js';

const [file = ''] = process.argv.slice(3);

async function main(): Promise<void> {
  const { ledger } = await openStore({ databaseUrl: `sqlite:${file}`, clock: machineClock });
  const totals = await Promise.all([ledger.count({}), ledger.count({ state: 'pending' })]);
  process.stdout.write(JSON.stringify(totals));
}

void main();
