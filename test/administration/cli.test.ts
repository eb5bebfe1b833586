import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asking, cardway, databaseIn, entriesOf, HAS_STACK, type Ended } from '../cli/command.js';
import { temporaryFolder } from '../support/gateway.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';

let folder: string;
let gateway: InProcessGateway;
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryFolder();
  gateway = await startInProcess(databaseIn(folder));
  env = { ...databaseIn(folder), ...asking(gateway) };
  await cardway(['programmes', 'set', 'shop'], env);
  await cardway(['programmes', 'set', 'club'], env);
});

afterEach(() => gateway.stop());

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const run = (line: string, input?: string): Promise<Ended> => cardway(line.split(' '), env, input);

/** Returns the JSON output of a command that succeeds. */
async function printedText(line: string, input?: string): Promise<unknown> {
  const { status, out, err } = await run(line, input);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out) as unknown;
}

/** Returns the entries of a list. */
async function listed(line: string): Promise<unknown[]> {
  const { status, out, err } = await run(line);
  if (status !== 0) throw new Error(err);
  return entriesOf(out);
}

describe('terminals', () => {
  const add = (): Promise<unknown> =>
    printedText('terminals add 1168766621 --programme shop --password-file -', 'a password\n');

  it('are added with a password from standard input or a file, which is never shown', async () => {
    await add();
    const path = file('password', 'another one');
    await printedText(`terminals add 1129504320 --programme shop --checksum sha1 --password-file ${path}`);
    expect(await listed('terminals list --programme shop --json')).toMatchObject([
      { terminalId: '1129504320', programme: 'shop', enabled: true, checksumAlgorithm: 'sha1' },
      { terminalId: '1168766621', checksumAlgorithm: 'sha256', previousPasswordUntil: null },
    ]);
    const printed = (await run('terminals list --programme shop --json')).out + (await run('audit list')).out;
    expect(printed).not.toMatch(/a password|another one/);
  });

  it('rotate with an overlap', async () => {
    await add();
    const beforeMs = Date.now();
    const rotated = (await printedText('terminals rotate 1168766621 --overlap 2h', 'another new one')) as {
      terminal: { previousPasswordUntil: string };
    };
    const rotatedAtMs = Date.parse(rotated.terminal.previousPasswordUntil) - 2 * 3_600_000;
    expect(rotatedAtMs).toBeGreaterThanOrEqual(beforeMs - 1000);
    expect(rotatedAtMs).toBeLessThanOrEqual(Date.now() + 1000);
    const none = await printedText('terminals rotate 1168766621 --overlap 0', 'the last one');
    expect(none).toMatchObject({ terminal: { terminalId: '1168766621', previousPasswordUntil: null } });
  });

  it('end the overlap of an earlier rotation, also without another password', async () => {
    await add();
    await printedText('terminals rotate 1168766621 --overlap 48h', 'a stolen one');
    const ended = await printedText('terminals rotate 1168766621 --overlap 0', 'a stolen one');
    expect(ended).toMatchObject({ terminal: { previousPasswordUntil: null } });
    const [entry] = await listed('audit list --subject 1168766621');
    expect(entry).toMatchObject({ action: 'rotate_terminal_password' });
  });
});

it('lists find what begins with a text, and what belongs to a card or a role', async () => {
  for (const id of ['1168766621', '1168766622', '1129504320'])
    await printedText(`terminals add ${id} --programme shop --password-file -`, 'a password\n');
  await printedText('wallets add 93172792905 --programme shop --customer 1001 --card 7001');
  await printedText('wallets add 93100000001 --programme shop --customer 1002 --card 7002');
  await run('keys create shop-till --role client --programme shop');
  await run('keys create shop-ops --role operator');
  const idsOf = async (line: string): Promise<readonly string[]> =>
    ((await listed(line)) as Record<string, string>[]).map(
      (row) => row['terminalId'] ?? row['reference'] ?? row['keyId'] ?? row['programme'] ?? '',
    );
  expect(await idsOf('terminals list --text 116876662')).toEqual(['1168766621', '1168766622']);
  expect(await idsOf('wallets list --text 9317')).toEqual(['93172792905']);
  expect(await idsOf('wallets list --card 7002')).toEqual(['93100000001']);
  expect(await idsOf('keys list --text shop-t')).toEqual(['shop-till']);
  expect(await idsOf('keys list --role operator')).toEqual(['sandbox-operator', 'shop-ops']);
  expect(await idsOf('programmes list --text SH')).toEqual(['shop']);
});

it.each([
  'terminals add 1168766621 --programme shop --password-file -',
  'terminals add 1168766621',
  'keys create a --role client --programme shop --expires soon',
  'keys expire a',
  'wallets move w1',
])('%s is wrong usage, status 2', async (line) => {
  const { status, out, err } = await run(line);
  expect([status, out]).toEqual([2, '']);
  expect(err).not.toMatch(HAS_STACK);
});

it('a key is printed once, listed without itself, and revoked', async () => {
  const made = (await printedText(
    'keys create shop-backend --role client --programme shop --expires 90d',
  )) as {
    secret: string;
  };
  expect(made).toMatchObject({ key: { keyId: 'shop-backend', role: 'client', revoked: false } });
  expect(await listed('keys list --text shop --json')).toMatchObject([
    { keyId: 'shop-backend', lastUsedAt: null },
  ]);
  const printed = (await run('keys list --json')).out + (await run('audit list --json')).out;
  expect(printed).not.toContain(made.secret.slice(8));
  expect(await printedText('keys revoke shop-backend')).toMatchObject({ key: { revoked: true } });
  expect((await run(`keys revoke ${made.secret}`)).err).not.toContain(made.secret.slice(8));
});

it('wallets are added, shown, changed, moved and blocked', async () => {
  await printedText('wallets add w1 --programme shop --customer 1001 --card 7001 7002:0123456789');
  expect((await run('wallets add w1 --programme shop --customer 1')).err).toMatch(/there already/);
  await printedText('wallets add w2 --programme shop --customer 1002');
  await printedText('wallets block w1 --card 7002');
  await printedText('wallets move w2 --card 7002');
  await printedText('wallets set w1 --customer 1003');
  await printedText('wallets move w1 --programme club');
  expect(await printedText('wallets get w1')).toEqual({
    reference: 'w1',
    programme: 'club',
    customerId: 1003,
    blocked: false,
    cards: [{ cardId: 7001, trackingNumber: null, default: true, blocked: false }],
  });
  expect(await listed('wallets list --programme shop')).toMatchObject([
    { reference: 'w2', cards: [{ cardId: 7002, trackingNumber: '0123456789', blocked: true }] },
  ]);
});

it('the audit log shows who did what at the command line', async () => {
  await printedText('wallets add w1 --programme shop --customer 1001 --card 7001');
  await printedText('wallets block w1');
  expect(await listed('audit list --actor sandbox-operator --subject w1')).toMatchObject([
    {
      actor: 'sandbox-operator',
      action: 'block_wallet',
      before: { isBlocked: false },
      after: { isBlocked: true },
    },
    { actor: 'sandbox-operator', action: 'put_wallet', before: null, after: { customerId: 1001 } },
  ]);
});

describe('wallets import', () => {
  const HEADER = 'reference,customer_id,card_id,tracking_number,default\n';

  it('imports valid lines, and reports line and field of invalid ones', async () => {
    const path = file(
      'wallets of 4111 1111 1111 1111.csv',
      `${HEADER}w1,1,11,,\n"w,2",2,21,"0""1",\n\nw3,x,31,,\nw4,4,41,,maybe\n,5,51,,\nw6,6\nw1,1,12,,true\nw7,7,,0123,\n`,
    );
    const { status, out } = await cardway(['wallets', 'import', path, '--programme', 'shop'], env);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ lines: 10, added: 2, changed: 0, rejected: 5 });
    expect((JSON.parse(out) as { problems: object[] }).problems).toMatchObject([
      { line: 5, field: 'customer_id' },
      { line: 6, field: 'default' },
      { line: 7, field: 'reference' },
      { line: 8, field: 'line', problem: 'line has 2 columns instead of 5.' },
      { line: 10, field: 'card_id', problem: 'card_id is missing.' },
    ]);
    expect(await printedText('wallets get w1')).toMatchObject({
      cards: [
        { cardId: 11, default: false },
        { cardId: 12, default: true },
      ],
    });
    expect(await listed('audit list --action import_wallets')).toMatchObject([
      {
        actor: 'sandbox-operator',
        subject: path.replace('1111 1111', '11XX XXXX'),
        after: { added: 2, changed: 0, moved: 0 },
      },
    ]);
  });

  it('checks only with --check', async () => {
    const path = file('wallets.csv', `${HEADER}w1,1,11,,\nw2,x,21,,\n`);
    const line = ['wallets', 'import', path, '--programme', 'shop', '--check'];
    const { status, out, err } = await cardway(line, env, '', 100);
    expect([status, out]).toEqual([1, expect.stringContaining('1 lines rejected')]);
    expect(err).toContain('Line 3: customer_id must be an integer from 0 to 9007199254740991.\n');
    expect(await listed('wallets list --programme shop')).toEqual([]);
  });

  it('moves a wallet or card only with --move, and says so with --check', async () => {
    await run('wallets add 0043172792 --programme shop --customer 1 --card 11');
    const path = file('wallets.csv', `${HEADER}43172792,1,11,,\n0043172792,2,,,\n`);
    for (const check of [' --check', '']) {
      const refused = await run(`wallets import ${path} --programme shop${check}`);
      const counts = { added: 0, changed: 0, moved: 0, rejected: 2 };
      expect([refused.status, JSON.parse(refused.out)]).toEqual([1, expect.objectContaining(counts)]);
      expect(refused.out).toContain('The card belongs to wallet 0043172792. Only --move moves it.');
    }
    for (const check of [' --check', '']) {
      const moved = await run(`wallets import ${path} --programme shop --move${check}`);
      const counts = { added: 1, changed: 1, moved: 2, rejected: 0 };
      expect([moved.status, JSON.parse(moved.out)]).toEqual([0, expect.objectContaining(counts)]);
    }
    expect(await printedText('wallets get 43172792')).toMatchObject({ cards: [{ cardId: 11 }] });
    expect(await listed('audit list --action move_card')).toMatchObject([
      { subject: '43172792', reason: path, after: { cardId: 11, reference: '43172792' } },
    ]);
  });

  it('shows no card number of a file without a header', async () => {
    const csv = file('bare.csv', '4111111111111111,1001,7001\n');
    const bare = await run(`wallets import ${csv} --programme shop`);
    expect(bare.status).toBe(1);
    expect(bare.err).toContain('line 1: 411111XXXXXX1111 is no column');
    expect(bare.err).not.toMatch(/\d{7}/);
  });

  it.each([
    ['reference,customer_id,colour\n', 'colour is no column'],
    ['reference,\u001b[31mred\u202e\n', ': \ufffd[31mred\ufffd is no column'],
    ['reference\n', 'customer_id is missing'],
    ['reference,customer_id', 'has no lines'],
  ])('names the problem of a file that begins with %j', async (header, problem) => {
    const { status, err } = await run(`wallets import ${file('wallets.csv', header)} --programme shop`);
    expect([status, err]).toEqual([1, expect.stringContaining(problem)]);
  });
});
