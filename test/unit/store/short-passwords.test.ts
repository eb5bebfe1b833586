import { eachDatabase, type TestDatabase } from '../../support/databases.js';
import { directoryOf } from '../../support/directory.js';

eachDatabase((name, create) => {
  describe(name, () => {
    let database: TestDatabase;
    beforeEach(async () => (database = await create()));
    afterEach(() => database.close());

    it('terminals with short passwords are counted by their current password', async () => {
      const store = await database.open();
      const { administration } = store;
      const directoryAdmin = directoryOf(store);
      const count = (): Promise<number> => administration.terminals.countShortPasswords(10);
      await directoryAdmin.putProgramme({ programme: 'shop' });
      const put = (terminalId: string, password: string): Promise<unknown> =>
        directoryAdmin.putTerminal({ terminalId, programme: 'shop', password });
      await put('0000000001', 'x'.repeat(10));
      expect(await count()).toBe(0);
      await put('0000000002', 'x'.repeat(9));
      await put('0000000003', 'x');
      expect(await count()).toBe(2);
      await put('0000000003', 'a longer one');
      expect(await count()).toBe(1);
    });
  });
});
