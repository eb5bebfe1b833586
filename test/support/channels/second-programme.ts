import { openStore } from '../../../src/store/store.js';
import { machineClock } from '../machine-clock.js';
import { directoryOf } from '../directory.js';

/** A directory beside the sandbox's, with entries of another programme and keys of narrower reach. */
export const SECOND = {
  programme: 'second',
  terminalId: '0099999999',
  password: 'another password',
  reference: 'second-wallet',
  customerId: 2001,
  cardId: 6001,
  key: 'second_programme_client',
} as const;

/** Keys of the sandbox's programme. */
export const OTHER_CLIENT = 'sandbox_other_client';
export const BOUND_CLIENT = 'sandbox_bound_client';
/** Terminal of the bound key. */
export const BOUND_TO = '0068766621';

/** A terminal of an older programme of the processor, switched to HMAC-SHA1. */
export const SHA1_TERMINAL = '0011111111';

/** A wallet with two cards. The tracking number (KLV 002) names the second. */
export const TWO_CARDS = {
  reference: 'two-cards',
  customerId: 1003,
  cardId: 5003,
  trackedCardId: 5004,
  trackingNumber: '627028100000099',
} as const;

/** Fixed key, so that this process and the gateway open each other's sealed passwords. */
const MASTER_KEY = `hex:${'5a'.repeat(32)}`;

/** Options of a gateway that opens a seeded database. */
export const SEEDED = { seed: seedSecondProgramme, env: { CARDWAY_MASTER_KEY: MASTER_KEY } };

/** Fills the database before a gateway opens it. */
async function seedSecondProgramme(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: machineClock });
  await store.migrate();
  const directory = directoryOf(store);
  const { programme, terminalId, password, reference, customerId, cardId, key } = SECOND;
  const sandbox = 'sandbox';
  await directory.putProgramme({ programme: sandbox, name: 'Sandbox' });
  await directory.putProgramme({ programme, name: 'Second' });
  await directory.putTerminal({ terminalId, programme, password });
  await directory.putTerminal({ terminalId: BOUND_TO, programme: sandbox, password: '1234567890' });
  await directory.putTerminal({
    terminalId: SHA1_TERMINAL,
    programme: sandbox,
    password: '1234567890',
    checksumAlgorithm: 'sha1',
  });
  await directory.putWallet({ reference, programme, customerId, cards: [{ cardId, isDefault: true }] });
  await directory.putWallet({
    reference: TWO_CARDS.reference,
    programme: sandbox,
    customerId: TWO_CARDS.customerId,
    cards: [
      { cardId: TWO_CARDS.cardId, isDefault: true },
      { cardId: TWO_CARDS.trackedCardId, trackingNumber: TWO_CARDS.trackingNumber },
    ],
  });
  const client = { role: 'client', programme: sandbox } as const;
  await directory.putApiKey({ keyId: 'second-client', key, role: 'client', programme });
  await directory.putApiKey({ ...client, keyId: 'other-client', key: OTHER_CLIENT });
  await directory.putApiKey({ ...client, keyId: 'bound', key: BOUND_CLIENT, terminalIds: [BOUND_TO] });
  await store.close();
}
