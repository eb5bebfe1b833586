/** Tests four eyes over GraphQL: every guarded change waits for a second person, and nothing slips around that. */
import { isGuarded } from '../../src/core/access/permissions.js';
import { buildSchema } from '../../src/graphql/build-schema.js';
import { permissionOf } from '../../src/graphql/roles.js';
import { askGraphQL, deduct, KEYS, nodesOf, requestIdOf, RPC2 } from '../support/channels/index.js';
import { sqliteTests, MASTER_KEY, type TestDatabase } from '../support/databases.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { constants } from '../support/constants.js';

sqliteTests((name, create) => {
  describe(`four eyes on ${name}`, () => {
    let database: TestDatabase;
    let gateway: TestGateway;
    /** Keys by their name. `ann` and `ben` are operators. */
    const keys: Record<string, string> = { client: KEYS.client };
    /** Request id of a transaction in doubt. */
    let inDoubt = '';
    /** Request ids of two more. */
    let doubts: readonly string[] = [];

    interface Approval {
      readonly id: string;
      readonly state: string;
      readonly field: string;
      readonly askedBy: string;
      readonly decidedBy: string | null;
      readonly arguments: Record<string, unknown>;
    }

    beforeAll(async () => {
      database = await create();
      const env = {
        CARDWAY_DATABASE_URL: database.url,
        CARDWAY_MASTER_KEY: `hex:${MASTER_KEY.toString('hex')}`,
        ...constants({ DIRECTORY_CACHE_MS: 0 }),
      };
      const before = await startGateway({ env });
      for (const [keyId, role] of Object.entries(PEOPLE)) {
        const input = { keyId, role };
        const { data } = await askGraphQL<{ createKey: { secret: string } }>(
          before.url,
          'mutation ($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
          { variables: { input } },
        );
        keys[keyId] = data?.createKey.secret ?? '';
      }
      await askGraphQL(
        before.url,
        'mutation { putProgramme(input: { programme: "club" }) { programme { name } } }',
      );
      for (const keyId of ['till-1', 'till-2'])
        await askGraphQL(
          before.url,
          `mutation { createKey(input: { keyId: "${keyId}", role: CLIENT, programme: "sandbox" }) { secret } }`,
        );
      await before.stop();
      gateway = await startGateway({ env: { ...env, CARDWAY_APPROVALS: 'true' } });
      // Its answer is an error, but it is stored.
      await askGraphQL(gateway.url, DEDUCT, { key: KEYS.client });
      inDoubt = await openTransaction();
      const tills = [1, 2].map((id) => deduct({ request_amount: '951', transaction_id: String(id) }));
      for (const till of tills) await RPC2.call(gateway.url, till);
      doubts = tills.map((till) => requestIdOf(till));
    });

    afterAll(async () => {
      await gateway.stop();
      await database.close();
    });

    const PEOPLE = {
      ann: 'OPERATOR',
      ben: 'OPERATOR',
      sue: 'SETTLER',
      carl: 'CUSTODIAN',
      cora: 'CUSTODIAN',
      aud: 'AUDITOR',
    } as const;

    const DATE = new Date().toISOString().replaceAll('-', '').slice(0, 17);
    /** The simulated wallet service fails for this amount. */
    const DEDUCT = `mutation { deduct(input: { terminalId: "0068766621", reference: "43172792905", customerId: 1001, cardId: 5001,
  requestAmount: 951, narrative: "four eyes", transactionType: "00", transactionId: "42",
  transactionDate: "${DATE}" }) { requestId } }`;

    async function openTransaction(): Promise<string> {
      const list = 'transactions(filter: { state: IN_DOUBT })';
      const [open] = await nodesOf<{ requestId: string }>(gateway.url, list, 'requestId', { key: keys.ann! });
      return open?.requestId ?? '';
    }

    const FIELDS = 'id state field askedBy decidedBy arguments';

    /** Calls a mutation with an input. Returns the code of its error, the id of the approval, and the data. */
    async function call(who: string, field: string, input: object) {
      const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
      const selection = SELECTIONS[field] ?? `{ approval { ${FIELDS} } }`;
      const { data, errors } = await askGraphQL<Record<string, { approval: Approval; secret?: string }>>(
        gateway.url,
        `mutation ($input: ${type}) { ${field}(input: $input) ${selection} }`,
        { key: keys[who]!, variables: { input } },
      );
      const extensions = (errors[0]?.extensions ?? {}) as { code?: string; approvalId?: string };
      return {
        code: extensions.code,
        id: extensions.approvalId ?? '',
        message: errors[0]?.message,
        data: data?.[field],
      };
    }

    const TERMINAL = '{ terminal { terminalId } }';
    const KEY = '{ key { keyId } }';
    const WALLET = '{ wallet { reference programme customerId cards { cardId } } }';
    const SELECTIONS: Readonly<Record<string, string>> = {
      settleTransaction: '{ transaction { state } }',
      settleTransactions: '{ refused { requestId message } }',
      sendTransaction: '{ transaction { state } }',
      addSharedKey: '{ sharedKey { state } }',
      setSharedKeyState: '{ sharedKey { state } }',
      addTerminal: TERMINAL,
      setTerminal: TERMINAL,
      disableTerminal: TERMINAL,
      enableTerminal: TERMINAL,
      rotateTerminalPassword: TERMINAL,
      createKey: '{ secret }',
      revokeKey: KEY,
      setKeyExpiry: KEY,
      setKeyDocuments: KEY,
      putProgramme: '{ programme { digits } }',
      putWallet: WALLET,
      moveCard: WALLET,
      moveWallet: WALLET,
      importWallets: '{ moved }',
      purgeTransactions: '{ before }',
      purgeAuditLog: '{ deleted }',
      blockWallet: WALLET,
      unblockWallet: WALLET,
    };

    const approve = (who: string, id: string) => call(who, 'approveRequest', { id, reason: 'checked' });

    async function listed(who: string, state?: string): Promise<readonly Approval[]> {
      const filter = state === undefined ? '' : `(filter: { state: ${state} })`;
      return nodesOf<Approval>(gateway.url, `approvals${filter}`, FIELDS, { key: keys[who]! });
    }

    describe('every guarded mutation', () => {
      /** An input of each, in an order in which each one is a change. `sendTransaction` finds nothing that waits. */
      const INPUTS: [field: string, input: () => object, isDone: boolean][] = [
        [
          'settleTransaction',
          () => ({ requestId: inDoubt, resultCode: -9, reason: 'the wallet service says so' }),
          true,
        ],
        [
          'settleTransactions',
          () => ({ requestIds: doubts, resultCode: -9, reason: 'none is booked', state: 'IN_DOUBT' }),
          true,
        ],
        ['sendTransaction', () => ({ requestId: inDoubt }), false],
        ['addSharedKey', () => ({ programme: 'sandbox', keyId: '002', key: 'ab'.repeat(32) }), true],
        ['setSharedKeyState', () => ({ programme: 'sandbox', keyId: '001', state: 'RETIRING' }), true],
        [
          'addTerminal',
          () => ({ terminalId: '1111111111', programme: 'sandbox', password: 'walk password' }),
          true,
        ],
        ['setTerminal', () => ({ terminalId: '1111111111', checksumAlgorithm: 'SHA1' }), true],
        ['disableTerminal', () => ({ terminalId: '1111111111' }), true],
        ['enableTerminal', () => ({ terminalId: '1111111111' }), true],
        ['rotateTerminalPassword', () => ({ terminalId: '1111111111', password: 'walk password 2' }), true],
        ['createKey', () => ({ keyId: 'walk', role: 'CLIENT', programme: 'sandbox' }), true],
        ['setKeyExpiry', () => ({ keyId: 'walk', expiresAt: '2099-01-01T00:00:00.000Z' }), true],
        ['setKeyDocuments', () => ({ keyId: 'walk', documents: 'PERSISTED' }), true],
        ['revokeKey', () => ({ keyId: 'walk' }), true],
        ['putProgramme', () => ({ programme: 'sandbox', digits: 6, derivation: 'APPEND' }), true],
        [
          'putWallet',
          () => ({
            reference: '43172792905',
            programme: 'sandbox',
            customerId: 1001,
            cards: [{ cardId: 5001 }, { cardId: 5002 }],
          }),
          true,
        ],
        ['moveCard', () => ({ cardId: 5002, reference: '556789731480' }), true],
        [
          'importWallets',
          () => ({
            file: 'wallets.csv',
            lines: [{ line: 2, reference: '556789731480', programme: 'sandbox', customerId: 7777 }],
            move: true,
          }),
          true,
        ],
        ['moveWallet', () => ({ reference: '556789731480', programme: 'club' }), true],
        ['purgeTransactions', () => ({ before: '2020-01-01T00:00:00.000Z', reason: 'old' }), true],
        ['purgeAuditLog', () => ({ before: '2099-01-01T00:00:00.000Z', reason: 'old' }), false],
      ];

      it('is in the table', () => {
        const fields = Object.values(buildSchema().getMutationType()?.getFields() ?? {});
        const guarded = fields.filter((field) => {
          const permission = permissionOf(field);
          return permission !== null && isGuarded(permission);
        });
        expect(guarded.map(({ name }) => name).sort()).toEqual(INPUTS.map(([name]) => name).sort());
      });

      it.each(INPUTS)('%s waits for a second person, once', async (field, inputOf, isDone) => {
        const input = inputOf();
        const asked = await call('ann', field, input);
        expect(asked).toMatchObject({ code: 'APPROVAL_REQUIRED', data: undefined });
        expect(asked.message).toContain(asked.id);
        expect(await call('ann', field, input)).toMatchObject({ code: 'APPROVAL_REQUIRED', id: asked.id });
        expect((await listed('ben', 'PENDING')).find(({ id }) => id === asked.id)).toMatchObject({
          field,
          askedBy: 'ann',
        });
        expect((await approve('ben', asked.id)).data?.approval).toMatchObject({
          state: 'APPROVED',
          decidedBy: 'ben',
        });
        const done = await call('ann', field, input);
        expect(done.code).toBe(isDone ? undefined : 'BAD_REQUEST');
        const [approval] = (await listed('ben')).filter(({ id }) => id === asked.id);
        expect(approval?.state).toBe(isDone ? 'USED' : 'APPROVED');
        if (!isDone) return;
        const again = await call('ann', field, input);
        // A wallet that is put or imported as it is moves nothing.
        const isFree = field === 'putWallet' || field === 'importWallets';
        expect(again.code).toBe(isFree ? undefined : 'APPROVAL_REQUIRED');
        expect(again.id).not.toBe(asked.id);
      });

      it('settles many transactions with one approval, and keeps each in the audit log', async () => {
        const log = `select subject from audit_log where action = 'settle_transaction' and reason = 'none is booked'`;
        expect(await database.query(log)).toEqual(doubts.map((subject) => ({ subject })));
      });

      it('other changes do not wait', async () => {
        const own = { reference: '43172792905', programme: 'sandbox', customerId: 1001 };
        for (const [field, input] of [
          ['putProgramme', { programme: 'sandbox', name: 'Shop', currency: 'EUR' }],
          ['putWallet', { ...own, cards: [{ cardId: 5001, default: true }, { cardId: 5009 }] }],
          ['putWallet', { ...own, reference: 'new', cards: [{ cardId: 5010 }] }],
          ['putWallet', { ...own, reference: 'new', blocked: true }],
          ['importWallets', { file: 'wallets.csv', lines: [{ ...own, line: 2 }], move: true }],
          ['blockWallet', { reference: 'new' }],
          ['unblockWallet', { reference: 'new' }],
        ] as const)
          expect([field, await call('ann', field, input)]).toMatchObject([field, { code: undefined }]);
      });

      it.each([
        ['digits', { digits: 1 }],
        ['algorithm', { algorithm: 'SHA1' }],
        ['stepSeconds', { stepSeconds: 3600 }],
        ['derivation', { derivation: 'NONE' }],
        ['validitySeconds', { validitySeconds: 3600 }],
        ['verifier', { verifier: 'EXTERNAL' }],
      ])('a custodian alone does not change the %s of a programme', async (_name, setting) => {
        const change = { programme: 'sandbox', name: 'Taken', ...setting };
        expect((await call('carl', 'putProgramme', change)).code).toBe('APPROVAL_REQUIRED');
        const rows = await database.query(`select name from programmes where programme = 'sandbox'`);
        expect(rows).not.toEqual([{ name: 'Taken' }]);
      });

      it.each([
        ['another customer', { customerId: 6001 }],
        ['a card of another wallet', { cards: [{ cardId: 5001 }, { cardId: 5009 }, { cardId: 7001 }] }],
        ['without one of its cards', { cards: [{ cardId: 5001 }] }],
      ])('an operator alone puts no wallet with %s', async (_name, change) => {
        const own = { reference: '43172792905', programme: 'sandbox', customerId: 1001 };
        const cards = [{ cardId: 5001 }, { cardId: 5009 }];
        expect((await call('ann', 'putWallet', { ...own, cards })).code).toBeUndefined();
        const other = { ...own, reference: 'other', customerId: 7, cards: [{ cardId: 7001 }] };
        expect((await call('ann', 'putWallet', other)).code).toBeUndefined();
        expect((await call('ann', 'putWallet', { ...own, ...change })).code).toBe('APPROVAL_REQUIRED');
        const { data } = await askGraphQL(
          gateway.url,
          '{ wallet(reference: "43172792905") { customerId cards { cardId } } }',
          { key: keys.aud! },
        );
        expect(data).toEqual({ wallet: { customerId: 1001, cards } });
      });
    });

    describe('the approval of a settlement', () => {
      it('closes no contradiction that came after it', async () => {
        const till = deduct({ request_amount: '951', transaction_date: DATE });
        await RPC2.call(gateway.url, till);
        const input = { requestId: requestIdOf(till), resultCode: 1, reason: 'it is booked' };
        const settle = (who: string) => call(who, 'settleTransaction', input);
        const [first, second] = [await settle('ann'), await settle('ben')];
        for (const { id } of [first, second])
          expect((await approve('sue', id)).data?.approval.state).toBe('APPROVED');
        // The terminal got a decline.
        expect((await settle('ann')).data).toEqual({ transaction: { state: 'CONTRADICTED' } });
        const again = await settle('ben');
        expect(again.code).toBe('APPROVAL_REQUIRED');
        expect(again.id).not.toBe(second.id);
        const asked = (await listed('sue')).find(({ id }) => id === again.id);
        expect(asked?.arguments).toEqual({ ...input, state: 'contradicted' });
        await approve('sue', again.id);
        expect((await settle('ben')).data).toEqual({ transaction: { state: 'ANSWERED' } });
      });
    });
  });
});
