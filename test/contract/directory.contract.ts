import { CardwayError } from '../../src/platform/errors.js';
import type { KeyRecords } from '../../src/use-cases/directory/administration-port.js';
import { type Directory, usable } from '../../src/use-cases/directory/directory-port.js';
import type { TestDirectory } from '../support/directory.js';

export interface DirectoryUnderTest {
  readonly directory: Directory;
  readonly directoryAdmin: TestDirectory;
  readonly keys: KeyRecords;
  /** The same directory, as another process sees it. */
  readonly other: { readonly directory: Directory; readonly directoryAdmin: TestDirectory };
  readonly cacheMs: number;
  readonly passwordOverlapMs: number;
  /** Moves the clocks of both. */
  advance(ms: number): void;
}

const TERMINAL = { terminalId: '0068766621', programme: 'sandbox', password: '1234567890' };
const WALLET = {
  reference: '43172792905',
  programme: 'sandbox',
  customerId: 1001,
  cards: [{ cardId: 5001 }],
};
const KEY = { keyId: 'till', key: 'cardway_sandbox_client', role: 'client' as const, programme: 'sandbox' };

/** Tests a directory, on any database. */
export function directoryContract(name: string, open: () => Promise<DirectoryUnderTest>): void {
  describe(`directory on ${name}`, () => {
    let subject: DirectoryUnderTest;
    let directory: Directory;
    let admin: TestDirectory;

    beforeEach(async () => {
      subject = await open();
      directory = subject.directory;
      admin = subject.directoryAdmin;
      await admin.putProgramme({ programme: 'sandbox', name: 'Sandbox' });
      await admin.putProgramme({ programme: 'other' });
    });

    async function passwords(terminalId = TERMINAL.terminalId): Promise<string[]> {
      return usable(await directory.terminal(terminalId))?.passwords.map(String) ?? [];
    }

    async function code(work: Promise<unknown>): Promise<string> {
      const error: unknown = await work.catch((thrown: unknown) => thrown);
      return error instanceof CardwayError ? error.code : 'none';
    }

    it('knows nothing that was not put', async () => {
      expect(usable(await directory.terminal('0000000000'))).toBeNull();
      expect(await directory.wallet('none')).toBeNull();
      expect(usable(await directory.apiKey('none'))).toBeNull();
    });

    describe('terminals', () => {
      it('come back as they were put', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putTerminal({ ...TERMINAL, terminalId: '0029504320', checksumAlgorithm: 'sha1' });
        expect(usable(await directory.terminal(TERMINAL.terminalId))).toEqual({
          terminalId: TERMINAL.terminalId,
          programme: 'sandbox',
          currency: null,
          checksumAlgorithm: 'sha256',
          passwords: [Buffer.from('1234567890')],
          allowedNetworks: null,
        });
        expect(usable(await directory.terminal('0029504320'))?.checksumAlgorithm).toBe('sha1');
      });

      it('keep a previous password for the overlap', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putTerminal({ ...TERMINAL, password: 'new' });
        expect(await passwords()).toEqual(['new', '1234567890']);
        subject.advance(subject.passwordOverlapMs);
        const ended = { passwords: [Buffer.from('new')], endedPassword: Buffer.from('1234567890') };
        expect(await directory.terminal(TERMINAL.terminalId)).toMatchObject(ended);
      });

      it('take a previous password back as the current one', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putTerminal({ ...TERMINAL, password: 'new' });
        await admin.putTerminal(TERMINAL);
        subject.advance(subject.passwordOverlapMs);
        expect(await passwords()).toEqual(['1234567890']);
      });

      it('are left as they are by putting them again', async () => {
        await admin.putTerminal({ ...TERMINAL, checksumAlgorithm: 'sha1' });
        await admin.putTerminal(TERMINAL);
        expect(usable(await directory.terminal(TERMINAL.terminalId))).toMatchObject({
          checksumAlgorithm: 'sha1',
        });
        expect(await passwords()).toEqual(['1234567890']);
      });

      it('are not found while disabled', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putTerminal({ ...TERMINAL, isDisabled: true });
        expect(usable(await directory.terminal(TERMINAL.terminalId))).toBeNull();
        await admin.putTerminal({ ...TERMINAL, isDisabled: false });
        expect(await passwords()).toEqual(['1234567890']);
      });

      it('belong to a programme that is there', async () => {
        expect(await code(admin.putTerminal({ ...TERMINAL, programme: 'nowhere' }))).toBe('BAD_REQUEST');
        expect(usable(await directory.terminal(TERMINAL.terminalId))).toBeNull();
      });
    });

    describe('wallets', () => {
      it('come back with their cards', async () => {
        await admin.putWallet({
          ...WALLET,
          cards: [
            { cardId: 5002, trackingNumber: 'TN2' },
            { cardId: 5001, isDefault: true },
          ],
        });
        expect(await directory.wallet(WALLET.reference)).toEqual({
          reference: WALLET.reference,
          programme: 'sandbox',
          customerId: 1001,
          isBlocked: false,
          cards: [
            { cardId: 5001, trackingNumber: null, isDefault: true, isBlocked: false },
            { cardId: 5002, trackingNumber: 'TN2', isDefault: false, isBlocked: false },
          ],
        });
      });

      it('hold the cards of the last list and no other', async () => {
        await admin.putWallet({ ...WALLET, cards: [{ cardId: 5001 }, { cardId: 5002 }] });
        await admin.putWallet({ ...WALLET, cards: [{ cardId: 5003 }] });
        expect((await directory.wallet(WALLET.reference))?.cards.map(({ cardId }) => cardId)).toEqual([5003]);
        await admin.putWallet({ ...WALLET, cards: [] });
        expect((await directory.wallet(WALLET.reference))?.cards).toEqual([]);
      });

      it('stay blocked until they are unblocked explicitly', async () => {
        await admin.putWallet({ ...WALLET, isBlocked: true, cards: [{ cardId: 5001, isBlocked: true }] });
        await admin.putWallet({ ...WALLET, customerId: 1009 });
        const blocked = { customerId: 1009, isBlocked: true, cards: [{ isBlocked: true }] };
        expect(await directory.wallet(WALLET.reference)).toMatchObject(blocked);
        await admin.putWallet({ ...WALLET, isBlocked: false, cards: [{ cardId: 5001, isBlocked: false }] });
        const free = { isBlocked: false, cards: [{ isBlocked: false }] };
        expect(await directory.wallet(WALLET.reference)).toMatchObject(free);
      });

      it('lose a card to another wallet of the programme at once', async () => {
        await admin.putWallet(WALLET);
        await directory.wallet(WALLET.reference);
        await admin.putWallet({ ...WALLET, reference: '556789731480' });
        expect((await directory.wallet(WALLET.reference))?.cards).toEqual([]);
      });

      it('cannot be taken over by another programme, nor can their cards', async () => {
        await admin.putWallet(WALLET);
        expect(await code(admin.putWallet({ ...WALLET, programme: 'other' }))).toBe('FORBIDDEN');
        const theft = { ...WALLET, programme: 'other', reference: '556789731480' };
        expect(await code(admin.putWallet(theft))).toBe('FORBIDDEN');
        expect(await directory.wallet(theft.reference)).toBeNull();
        expect((await directory.wallet(WALLET.reference))?.cards).toHaveLength(1);
      });
    });

    describe('keys', () => {
      it.each([
        [
          'revokes them',
          (keys: KeyRecords) =>
            keys.change({ actor: 'cli:test', action: 'revoke_key', keyId: 'till', isRevoked: true }),
        ],
        [
          'sets their end',
          (keys: KeyRecords) =>
            keys.change({ actor: 'cli:test', action: 'set_key_expiry', keyId: 'till', expiresAtMs: 1 }),
        ],
      ])('are refused at once by the process that %s, although they are remembered', async (_, end) => {
        await admin.putApiKey(KEY);
        expect(usable(await directory.apiKey(KEY.key))).not.toBeNull();
        await end(subject.keys);
        expect(usable(await directory.apiKey(KEY.key))).toBeNull();
      });

      it('are found by what is presented', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putApiKey({ ...KEY, terminalIds: ['0068766621'] });
        await admin.putApiKey({ keyId: 'desk', key: 'cardway_operator', role: 'operator', programme: null });
        const till = {
          keyId: 'till',
          role: 'client',
          programme: 'sandbox',
          terminalIds: ['0068766621'],
          documents: 'any',
        };
        const desk = {
          keyId: 'desk',
          role: 'operator',
          programme: null,
          terminalIds: null,
          documents: 'any',
        };
        expect(usable(await directory.apiKey(KEY.key))).toEqual(till);
        expect(usable(await directory.apiKey('cardway_operator'))).toEqual(desk);
        expect(usable(await directory.apiKey(`${KEY.key} `))).toBeNull();
      });

      it('expire on time although they are remembered', async () => {
        await admin.putApiKey({ ...KEY, expiresAtMs: Number.MAX_SAFE_INTEGER });
        expect(usable(await directory.apiKey(KEY.key))).not.toBeNull();
        await admin.putApiKey({ ...KEY, expiresAtMs: 1 });
        expect(usable(await directory.apiKey(KEY.key))).toBeNull();
      });

      it('are shown to operators without anything made of the key', async () => {
        await admin.putTerminal(TERMINAL);
        await admin.putApiKey({ ...KEY, terminalIds: ['0068766621'] });
        const info = {
          keyId: 'till',
          role: 'client',
          programme: 'sandbox',
          terminalIds: ['0068766621'],
          createdAtMs: expect.any(Number) as number,
          expiresAtMs: null,
          lastUsedAtMs: null,
          isRevoked: false,
          documents: 'any',
        };
        const { keys } = subject;
        expect(await keys.find('till')).toEqual(info);
        expect((await keys.list({ filter: { programme: null }, first: 50 })).rows).toContainEqual(info);
        const revoked = { ...info, isRevoked: true };
        expect(
          await keys.change({ actor: 'cli:test', action: 'revoke_key', keyId: 'till', isRevoked: true }),
        ).toEqual(revoked);
        expect(
          await keys.change({ actor: 'cli:test', action: 'revoke_key', keyId: 'till', isRevoked: true }),
        ).toEqual(revoked);
      });

      it('are not found while disabled', async () => {
        await admin.putApiKey(KEY);
        await admin.putApiKey({ ...KEY, isDisabled: true });
        expect(usable(await directory.apiKey(KEY.key))).toBeNull();
      });
    });

    describe('memory', () => {
      it('shows a change of this process at once', async () => {
        await admin.putWallet(WALLET);
        await directory.wallet(WALLET.reference);
        await admin.putWallet({ ...WALLET, customerId: 1009 });
        expect((await directory.wallet(WALLET.reference))?.customerId).toBe(1009);
      });

      it('shows a change of another process within the cache age', async () => {
        await admin.putWallet(WALLET);
        await directory.wallet(WALLET.reference);
        await subject.other.directoryAdmin.putWallet({ ...WALLET, customerId: 1009 });
        expect((await directory.wallet(WALLET.reference))?.customerId).toBe(1001);
        subject.advance(subject.cacheMs);
        expect((await directory.wallet(WALLET.reference))?.customerId).toBe(1009);
      });

      it('shows what another process adds at once', async () => {
        expect(await directory.wallet(WALLET.reference)).toBeNull();
        await subject.other.directoryAdmin.putWallet(WALLET);
        expect(await directory.wallet(WALLET.reference)).not.toBeNull();
      });
    });
  });
}
