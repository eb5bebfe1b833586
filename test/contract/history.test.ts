import { eachDatabase } from '../support/databases.js';
import { historyContract } from './history.contract.js';

eachDatabase((name, create) => {
  historyContract(name, async () => {
    const database = await create();
    const { ledger, history } = await database.open();
    return {
      ledger,
      history,
      audited: () => database.query('select action, actor from audit_log order by sequence'),
      close: () => database.close(),
    };
  });
});
