import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asking, cardway, databaseIn, entriesOf, type Ended } from '../cli/command.js';
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

  it('shows no card number of a file without a header', async () => {
    const csv = file('bare.csv', '4111111111111111,1001,7001\n');
    const bare = await run(`wallets import ${csv} --programme shop`);
    expect(bare.status).toBe(1);
    expect(bare.err).toContain('line 1: 411111XXXXXX1111 is no column');
    expect(bare.err).not.toMatch(/\d{7}/);
  });
});
