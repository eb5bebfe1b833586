import { eachDatabase } from '../support/databases.js';
import { statsContract } from './stats.contract.js';

eachDatabase((name, create) => {
  statsContract(name, async () => {
    const database = await create();
    const { ledger, stats } = await database.open();
    return { ledger, stats, close: () => database.close() };
  });
});
