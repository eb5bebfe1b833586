import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardway, type Ended } from '../cli/command.js';
import { KEYS } from '../support/channels/channels.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { constants } from '../support/constants.js';

const folder = temporaryFolder();
const today = new Date().toISOString();
const DAY = today.slice(0, 10);
const DATE = today.slice(0, 19).replaceAll('-', '');

let made = 0;

interface Made {
  readonly requestId: string;
  readonly transactionId: string;
}

/** Sends a Deduct, whatever its outcome. */
async function deduct(amount: number): Promise<Made> {
  made += 1;
  const transactionId = `${String(made)}x`;
  const requestId = `5001_${DATE.replace(/\D/g, '')}_${String(made)}`;
  await askGraphQL(
    gateway.url,
    `mutation { deduct(input: { requestId: "${requestId}", terminalId: "0068766621", reference: "43172792905", customerId: 1001,
       cardId: 5001, requestAmount: ${String(amount)}, narrative: "shop", transactionType: "00",
       transactionId: "${transactionId}", transactionDate: "${DATE}" }) { status } }`,
    { key: KEYS.client },
  );
  return { requestId, transactionId };
}

function fileOf(lines: readonly string[], name = 'day.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Calls 951 fail at the wallet service, which leaves them in doubt. */
const IN_DOUBT = 951;

let matched: Made;
let missing: Made;
let other: Made;
let doubt: Made;
let absentDoubt: Made;

const gateway = sharedGateway({ env: { ...constants({ DIRECTORY_CACHE_MS: 0 }) } });

beforeAll(async () => {
  matched = await deduct(354);
  missing = await deduct(200);
  other = await deduct(500);
  doubt = await deduct(IN_DOUBT);
  absentDoubt = await deduct(IN_DOUBT);
});

const reconcile = (file: string, ...args: string[]): Promise<Ended> =>
  cardway(['reconcile', '--url', gateway.url, '--day', DAY, '--file', file, ...args]);

const linesOf = ({ out }: Ended): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const BY_REQUEST_ID = (): string[] => [
  'request_id,amount,currency',
  `${matched.requestId},354,`,
  `${other.requestId},400,`,
  `${doubt.requestId},951,`,
  `5001_${DATE.replace(/\D/g, '')}_99,10,`,
];

describe('cardway reconcile', () => {
  it('reads the Mark-off file of the processor', async () => {
    const rows = [`-354,${matched.transactionId}`, `-400,${other.transactionId}`];
    const head = 'TransactionAmount,TransactionID,WalletReference,TransactionDate';
    const lines = rows.map((row) => `${row},43172792905,${DATE}`);
    const ended = await reconcile(fileOf([head, ...lines, '3.54,x,43172792905,'], 'mark-off.csv'));
    const kinds = linesOf(ended).map(({ kind, line }) => [kind, line]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['amount_differs', 3],
        ['unreadable', 4],
      ]),
    );
    expect(kinds).not.toContainEqual([expect.anything(), 2]);
  });

  it('names what each side lacks, what differs, and the doubts that the file has as booked', async () => {
    const ended = await reconcile(fileOf(BY_REQUEST_ID()));
    const lines = linesOf(ended);
    const kinds = Object.fromEntries(lines.slice(0, -1).map(({ requestId, kind }) => [requestId, kind]));
    expect([ended.status, kinds]).toEqual([
      0,
      {
        [missing.requestId]: 'missing_in_file',
        [other.requestId]: 'amount_differs',
        [doubt.requestId]: 'missing_at_gateway',
        [absentDoubt.requestId]: 'missing_in_file',
        [`5001_${DATE.replace(/\D/g, '')}_99`]: 'missing_at_gateway',
      },
    ]);
    expect(lines.at(-1)).toMatchObject({ kind: 'summary', day: DAY, matched: 1, proposals: 1 });
    expect(lines.find(({ requestId }) => requestId === doubt.requestId)).toMatchObject({
      proposal: 'approved',
      reference: '43172792905',
    });
  });

  it('refuses a file without the columns, a wrong line, and a settlement without a reason', async () => {
    const wrong = await reconcile(fileOf(['a,b', '1,2'], 'wrong.csv'));
    expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('The first line lacks')]);
    const line = await reconcile(fileOf([...BY_REQUEST_ID(), 'x,3.54,'], 'decimal.csv'));
    expect([line.status, line.err]).toEqual([
      1,
      expect.stringContaining('Line 6: amount must be an integer'),
    ]);
    const settling = await reconcile(fileOf(BY_REQUEST_ID()), '--settle');
    expect([settling.status, settling.err]).toEqual([2, expect.stringContaining('--reason')]);
    const gone = await reconcile(join(folder, 'none.csv'));
    expect([gone.status, gone.err]).toEqual([1, expect.stringContaining('cannot be read')]);
  });

  it('settles the doubts that the file proves, and no other', async () => {
    const { status, out } = await reconcile(fileOf(BY_REQUEST_ID()), '--settle', '--reason', 'day file');
    expect([status, out]).toEqual([0, expect.stringContaining('"kind":"settled"')]);
    const stateOf = async (requestId: string): Promise<unknown> =>
      askGraphQL(gateway.url, `{ transaction(requestId: "${requestId}") { state resultCode } }`, {
        key: KEYS.operator,
      });
    expect(await stateOf(doubt.requestId)).toMatchObject({
      data: { transaction: { state: 'ANSWERED', resultCode: 1 } },
    });
    expect(await stateOf(absentDoubt.requestId)).toMatchObject({
      data: { transaction: { state: 'IN_DOUBT' } },
    });
    const again = await reconcile(fileOf(BY_REQUEST_ID()));
    expect(linesOf(again).at(-1)).toMatchObject({ matched: 2, proposals: 0 });
  });
});
