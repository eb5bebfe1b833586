import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importWallets } from '../../src/cli/directory/import-wallets.js';
import type { Shell } from '../../src/cli/shell.js';
import { openStore } from '../../src/store/store.js';
import { askGraphQL } from '../support/channels/index.js';
import { runCli } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { IMPORT_FILE, importFile, type InHand } from './in-hand.js';
import type { Using } from './use-everything.js';

/** A programme beside the sandbox's. */
export const SHOP = {
  programme: 'shop',
  terminalId: '0077777777',
  passwords: ['previous password', 'current password'],
  reference: '60000000001',
  customerId: 6001,
  cardId: 6101,
} as const;

/** Wallet of the sandbox's programme, with a card for each path of an attempt. */
export const MANY_CARDS = {
  reference: '50000000001',
  customerId: 5000,
  cards: {
    issued: 5101,
    verified: 5102,
    authorized: 5103,
    digitized: 5104,
    superseded: 5105,
    declined: 5106,
    codeIssued: 5107,
    codeChecked: 5108,
    codeSuperseded: 5109,
  },
} as const;

/** Wallet of a programme whose secrets expire within a second. */
export const BRIEF = { reference: '90000000001', cardId: 9101 } as const;

export async function mutate<Data = Record<string, unknown>>(
  url: string,
  field: string,
  variables: Record<string, unknown> = {},
  key?: string,
): Promise<Data> {
  const { data, errors } = await askGraphQL<Data>(url, `mutation ${field}`, {
    variables,
    ...(key === undefined ? {} : { key }),
  });
  if (data === null || errors.length > 0) throw new Error(`${field}: ${JSON.stringify(errors)}`);
  return data;
}

/** Makes programmes, terminals, wallets and keys of each kind. Some are then changed, blocked or ended. */
export async function administer(using: Using): Promise<InHand['keys']> {
  const { url } = using;
  const { programme, terminalId, passwords, reference, customerId, cardId } = SHOP;
  const programmes =
    '($input: PutProgrammeInput!) { putProgramme(input: $input) { programme { programme } } }';
  await mutate(url, programmes, { input: { programme, name: 'Shop', digits: 6, derivation: 'APPEND' } });
  await mutate(url, programmes, { input: { programme: 'brief', name: 'Brief', validitySeconds: 1 } });
  const terminals = '($input: AddTerminalInput!) { addTerminal(input: $input) { terminal { terminalId } } }';
  await mutate(url, terminals, { input: { programme, terminalId, password: passwords[0] } });
  await mutate(url, terminals, {
    input: {
      programme,
      terminalId: '0088888888',
      password: 'a password of SHA-1',
      checksumAlgorithm: 'SHA1',
      allowedAddresses: ['192.0.2.7', '2001:db8:5::/48'],
    },
  });
  await mutate(url, '{ disableTerminal(input: { terminalId: "0088888888" }) { terminal { terminalId } } }');
  await mutate(
    url,
    '($input: RotateTerminalPasswordInput!) { rotateTerminalPassword(input: $input) { terminal { terminalId } } }',
    {
      input: { terminalId, password: passwords[1] },
    },
  );
  const put = (input: object) =>
    mutate(url, '($input: PutWalletInput!) { putWallet(input: $input) { wallet { reference } } }', { input });
  await put({ programme, reference, customerId, cards: [{ cardId, default: true }] });
  await put({
    programme,
    reference: '60000000002',
    customerId: 6002,
    cards: [{ cardId: 6201, default: true, trackingNumber: '627028100000099' }, { cardId: 6202 }],
  });
  await mutate(
    url,
    '{ blockWallet(input: { reference: "60000000002", cardId: 6202 }) { wallet { reference } } }',
  );
  await put({
    programme,
    reference: '60000000003',
    customerId: 6003,
    blocked: true,
    cards: [{ cardId: 6301 }],
  });
  await put({
    programme: 'brief',
    reference: BRIEF.reference,
    customerId: 9001,
    cards: [{ cardId: BRIEF.cardId }],
  });
  const cards = Object.values(MANY_CARDS.cards).map((each) => ({ cardId: each }));
  await put({
    programme: 'sandbox',
    reference: MANY_CARDS.reference,
    customerId: MANY_CARDS.customerId,
    cards,
  });
  await addSharedKeys(using);
  return makeKeys(url);
}

/** Adds a shared key in each state. */
async function addSharedKeys({ env, folder }: Using): Promise<void> {
  const file = join(folder, 'shared.key');
  const run = async (...args: string[]): Promise<void> => {
    const { status, err } = await runCli(['shared-keys', ...args], env);
    if (status !== 0) throw new Error(err);
  };
  const keys = [
    ['shop', 'ended'],
    ['shop', 'retiring'],
    ['shop', 'active'],
    ['brief', 'only'],
  ] as const;
  for (const [index, [programme, keyId]] of keys.entries()) {
    writeFileSync(file, `5eed000${String(index)}`.repeat(8));
    await run('add', '--programme', programme, '--key-id', keyId, '--from-file', file);
  }
  await run('retire', '--programme', 'shop', '--key-id', 'retiring');
  await run('retire', '--programme', 'shop', '--key-id', 'ended');
  await run('end', '--programme', 'shop', '--key-id', 'ended');
}

async function makeKeys(url: string): Promise<InHand['keys']> {
  const create = async (input: object): Promise<string> => {
    const made = await mutate<{ createKey: { secret: string } }>(
      url,
      '($input: CreateKeyInput!) { createKey(input: $input) { secret } }',
      { input },
    );
    return made.createKey.secret;
  };
  const client = { role: 'CLIENT', programme: SHOP.programme } as const;
  const till = await create({ ...client, keyId: 'till', terminalIds: [SHOP.terminalId] });
  const expiresAt = new Date(machineClock.nowMs() + 1000).toISOString();
  const ended = await create({ ...client, keyId: 'ended', expiresAt });
  const revoked = await create({ ...client, keyId: 'revoked' });
  await mutate(url, '{ revokeKey(input: { keyId: "revoked" }) { key { keyId } } }');
  return { till, ended, revoked };
}

/** Starts an import of wallets that stops after its first commit. */
export async function startImport({ env, folder }: Using): Promise<void> {
  writeFileSync(join(folder, IMPORT_FILE), importFile());
  process.chdir(folder);
  const databaseUrl = env['CARDWAY_DATABASE_URL'] ?? '';
  const store = await openStore({ databaseUrl, masterKey: env['CARDWAY_MASTER_KEY'], clock: machineClock });
  const { walletImports } = store.administration;
  let commits = 0;
  const cutOff = await importWallets(
    { isTerminal: false, err: () => undefined, runtime: { clock: machineClock } as Shell['runtime'] },
    {
      take: (args) => {
        commits += 1;
        return commits === 1 ? walletImports.take(args) : Promise.reject(new Error('cut off'));
      },
    },
    {
      file: IMPORT_FILE,
      format: 'csv',
      programme: SHOP.programme,
      rejects: `${IMPORT_FILE}.rejects.ndjson`,
      isMove: false,
      isCheck: false,
      actor: 'cli:fixture',
    },
  ).catch(() => null);
  await store.close();
  if (cutOff !== null) throw new Error('The import came to its end.');
}
