import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportLines, importWallets } from '../../src/cli/directory/import-wallets.js';
import type { Shell } from '../../src/cli/shell.js';
import { openStore, type Store } from '../../src/store/store.js';
import { createAdministerWallets } from '../../src/use-cases/directory/administer-wallets.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';

const ROWS = 4000;
const BAD_EVERY = 1000;

const folder = temporaryFolder();
let store: Store;
let path: string;
const clock = machineClock;

beforeAll(async () => {
  store = await openStore({ databaseUrl: `sqlite:${join(folder, 'cardway.db')}`, clock });
  await store.migrate();
  await store.provisioningAdmin.putProgramme({ programme: 'shop', actor: 'test' });
  path = join(folder, 'wallets.csv');
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const isBad = row % BAD_EVERY === BAD_EVERY - 1;
    return `4317279${String(row).padStart(8, '0')},${isBad ? 'x' : String(row)},${String(500_000 + row)}`;
  });
  writeFileSync(path, `reference,customer_id,card_id\n${rows.join('\n')}\n`);
});

afterAll(() => store.close());

const shown: string[] = [];

interface RunOptions {
  readonly isTerminal?: boolean;
  readonly isMove?: boolean;
  /** Fails at the third batch. */
  readonly isCutOff?: boolean;
}

/** Runs the command's import on the use case behind its mutation. */
function run(options: RunOptions = {}) {
  const { isTerminal = false, isMove = false, isCutOff = false } = options;
  const shell: Pick<Shell, 'isErrTerminal' | 'err' | 'runtime'> = {
    isErrTerminal: isTerminal,
    err: (text) => void shown.push(text),
    runtime: {
      clock,
      timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
      newId: randomUUID,
      random: Math.random,
      owner: 'test',
      pid: process.pid,
      readFile: (name) => readFileSync(name, 'utf8'),
    },
  };
  const wallets = createAdministerWallets(store.administration);
  const who = { actor: 'test', role: 'operator', programme: null, terminalIds: null } as const;
  let batches = 0;
  const importLines: ImportLines = (lines) => {
    batches += 1;
    if (isCutOff && batches === 3) return Promise.reject(new Error('cut off'));
    return wallets.import(who, { file: path, lines, move: isMove });
  };
  return importWallets(shell, importLines, { file: path, programme: 'shop' });
}

it('an interrupted import is completed by running it again', async () => {
  await expect(run({ isCutOff: true })).rejects.toThrow('cut off');
  const result = await run({ isTerminal: true });
  expect(result).toMatchObject({ lines: ROWS + 1, changed: 0, rejected: ROWS / BAD_EVERY });
  // Two batches of 100 lines came before.
  expect(result.added).toBe(ROWS - ROWS / BAD_EVERY - 200);
  expect(result.problems.map(({ line }) => line)).toEqual(
    Array.from({ length: ROWS / BAD_EVERY }, (_, index) => (index + 1) * BAD_EVERY + 1),
  );
  expect(shown.at(-1)).toContain('3,996 lines, 4 rejected\n');
});

describe('a line', () => {
  const taken = async (text: string | Buffer): Promise<unknown[]> => {
    writeFileSync(path, text);
    const { lines, added, problems } = await run();
    return [lines, added, ...problems];
  };
  const refusal = (line: number, field: string, problem: string) => ({ line, field, problem });

  it.each([
    [
      'with a mark of its bytes and ends of two kinds',
      '\uFEFFreference,customer_id\r\nl1,1\r\n\r\nl2,2\n',
      [4, 2],
    ],
    [
      'with a line end in quotes, and CR LF',
      'reference,customer_id\r\n"l\r\n3",1\r\nl3,x\r\n',
      [
        4,
        0,
        refusal(3, 'reference', 'reference must not hold control characters.'),
        refusal(4, 'customer_id', 'customer_id must be an integer from 0 to 9007199254740991.'),
      ],
    ],
    ['with semicolons', 'reference;customer_id\nl3;1', [2, 1]],
    [
      'with quotes, a separator and a line end in them',
      'reference,customer_id\n"l,""4""\n",1\nl5,x\n',
      [
        4,
        0,
        refusal(3, 'reference', 'reference must not hold control characters.'),
        refusal(4, 'customer_id', 'customer_id must be an integer from 0 to 9007199254740991.'),
      ],
    ],
    [
      'with too many columns',
      'reference,customer_id\nl6,1,2\n',
      [2, 0, refusal(2, 'line', 'line has 3 columns instead of 2.')],
    ],
  ])('is read %s', async (_, text, expected) => {
    expect(await taken(text)).toEqual(expected);
  });

  it('that is not UTF-8 is rejected, and its neighbours are imported', async () => {
    const bytes = Buffer.concat([
      Buffer.from('reference,customer_id\nl7,1\nl'),
      Buffer.from([0xff]),
      Buffer.from(',1\nl8,1\n'),
    ]);
    expect(await taken(bytes)).toEqual([
      4,
      2,
      expect.objectContaining({ line: 3, field: 'line', problem: 'line is not UTF-8.' }),
    ]);
  });

  it.each([
    ['whose quotation mark is not closed', 'reference,customer_id\n"l9,1\nl10,1\n', 'line '],
    [
      'of more than a million characters',
      `reference,customer_id\n"${'x'.repeat(1_100_000)}`,
      'the record does not end',
    ],
    ['there is none', '', 'has no lines'],
  ])('%s ends the import with a sentence', async (_, text, said) => {
    writeFileSync(path, text);
    await expect(run()).rejects.toThrow(said);
  });
});

describe('lines that contradict each other', () => {
  it.each([false, true])('are all rejected, however far apart, with --move %s', async (isMove) => {
    const others = Array.from({ length: 6000 }, (_, row) => `far${String(row)},${String(row)},`);
    const lines = [
      ...[
        'c1,555,11',
        'c2,777,11',
        'c3,1,21',
        'c3,2,22',
        'c4,4,41',
        'c4,4,42',
        'c5,5,51',
        'c6,6,61',
        'c6,6,62',
      ],
      ...others,
      ...['c5,6,52', 'c7,7,61'],
    ];
    writeFileSync(path, `reference,customer_id,card_id\n${lines.join('\n')}\n`);
    const result = await run({ isMove });
    expect(result).toMatchObject({ moved: 0, rejected: 8 });
    expect(result.problems.map(({ line, field, problem }) => [line, field, problem])).toEqual([
      [2, 'card_id', 'card_id is in two wallets, in lines 2 and 3.'],
      [3, 'card_id', 'card_id is in two wallets, in lines 2 and 3.'],
      [4, 'customer_id', 'reference has two customers, in lines 4 and 5.'],
      [5, 'customer_id', 'reference has two customers, in lines 4 and 5.'],
      [8, 'customer_id', 'reference has two customers, in lines 8 and 6011.'],
      [9, 'card_id', 'card_id is in two wallets, in lines 9 and 6012.'],
      [6011, 'customer_id', 'reference has two customers, in lines 8 and 6011.'],
      [6012, 'card_id', 'card_id is in two wallets, in lines 9 and 6012.'],
    ]);
    const { wallets } = store.administration;
    expect(await wallets.findByCard(11)).toBeNull();
    expect(await wallets.find('c3')).toBeNull();
    expect((await wallets.find('c4'))?.cards.map(({ cardId }) => cardId)).toEqual([41, 42]);
    expect((await wallets.find('c6'))?.cards.map(({ cardId }) => cardId)).toEqual([62]);
  });
});

it.each([
  ['a blank before it', ' b1'],
  ['a blank behind it', 'b1 '],
  ['a no-break space', 'b1\u00a0'],
  ['a narrow no-break space', '\u202fb1'],
  ['a zero-width space', 'b1\u200b'],
  ['a zero-width space in it', 'b\u200b1'],
  ['a word joiner', '\u2060b1'],
  ['a second mark of its bytes', '\ufeffb1'],
])('a reference with %s is rejected', async (_, reference) => {
  const problem = 'reference must not begin or end with a blank, or hold an invisible character.';
  writeFileSync(path, `customer_id,reference\n1,${reference}\n1,b b\n`);
  expect((await run()).problems).toEqual([{ line: 2, field: 'reference', problem }]);
});
