/** Opens and migrates a store, then prints the applied migrations and the hash of its key: migrate.ts FILE */
import { openStore } from '../../../../src/store/store.js';
import { machineClock } from '../../../support/machine-clock.js';

const [file = ''] = process.argv.slice(3);

async function main(): Promise<void> {
  const store = await openStore({ databaseUrl: `sqlite:${file}`, clock: machineClock });
  const applied = await store.migrate();
  process.stdout.write(`${JSON.stringify({ applied, hash: store.sealer.keyedHash('test', 'text') })}\n`);
  await store.close();
}

void main();
