import { sharedGateway } from '../support/gateway.js';
import { balance, checksumOf, deduct, sampleCall } from '../support/channels/index.js';
import { STOCK_CLIENTS, stockCall, type StockCall, type StockResult } from './stock-clients.js';

/** Checksums of the published samples under the sandbox's terminal password (docs/reference/protocol.md#published-samples). */
const PUBLISHED_CHECKSUM = 'C1934E02B0D8582761453D56513BC8997C61AACB08B9AFB4A6571F78FE941BD1';
/** Wallet that Deduct lowers. */
const PAYING = { terminal_id: '0068766621', reference: '43172792905' };

const gateway = sharedGateway();

it('makes the call of the published checksum of the Balance sample', () => {
  expect(checksumOf(sampleCall('Balance'), 'printed').toUpperCase()).toBe(PUBLISHED_CHECKSUM);
});

for (const { name, missing } of STOCK_CLIENTS) {
  if (missing !== undefined) process.stderr.write(`${name} is skipped: ${missing}.\n`);
}

const present = STOCK_CLIENTS.filter(({ missing }) => missing === undefined);

describe.each(present)('$name', (client) => {
  const run = (...calls: readonly StockCall[]): Promise<readonly StockResult[]> =>
    client.run(`${gateway.url}/RPC2`, calls);
  /** Returns digits with leading zeroes, which half of these clients read as a number. */
  const id = (number: number): string => `000${String(STOCK_CLIENTS.indexOf(client) * 100 + number)}`;

  it('reads the balance of the published sample', async () => {
    const [result] = await run(stockCall(sampleCall('Balance'), PUBLISHED_CHECKSUM));
    expect(numbersOf(result)).toMatchObject({ resultCode: 1, balanceAmount: 626900 });
  });

  it('lowers the balance once for a Deduct sent twice', async () => {
    const payment = stockCall(deduct({ transaction_id: id(1), request_amount: '1439' }));
    const [before, first, second, after] = await run(
      stockCall(balance({ ...PAYING, transaction_id: id(2) })),
      payment,
      payment,
      stockCall(balance({ ...PAYING, transaction_id: id(3) })),
    );
    const left = Number(numbersOf(before)['balanceAmount']) - 1439;
    expect(numbersOf(first)).toMatchObject({ resultCode: 1, balanceAmount: left });
    expect(second).toEqual(first);
    expect(numbersOf(after)).toMatchObject({ resultCode: 1, balanceAmount: left });
  });

  it('decodes faults', async () => {
    const [unknown, tooFew] = await run(
      { method: 'Nonsense', params: [{ type: 'string', text: 'a' }] },
      { method: 'Deduct', params: [{ type: 'string', text: '0068766621' }] },
    );
    expect(Number(unknown?.fault?.code)).toBe(-32601);
    expect(unknown?.fault?.text).toMatch(/method/i);
    expect(Number(tooFew?.fault?.code)).toBe(-32602);
    expect(tooFew?.fault?.text).toMatch(/Deduct takes 9 parameters; there are 1/);
  });

  it('gets a wrong checksum as an answer, not as a fault', async () => {
    const [result] = await run(stockCall(deduct({ transaction_id: id(4) }), '0'.repeat(64)));
    expect(numbersOf(result)).toMatchObject({ resultCode: -8 });
  });

  it('lists the methods', async () => {
    const [result] = await run({ method: 'system.listMethods', params: [] });
    expect(result?.value).toEqual(expect.arrayContaining(['Balance', 'Deduct', 'system.methodHelp']));
  });

  const letters = client.letters === 'ascii' ? null : it;
  letters?.('sends letters of every script and what XML escapes', async () => {
    const narrative = `CAFÉ <Žižkov> & "東京" ${client.letters === 'all' ? '\u{1f4b3}' : '€'}  CZE`;
    const [result] = await run(stockCall(balance({ transaction_id: id(5), narrative })));
    expect(numbersOf(result)).toMatchObject({ resultCode: 1 });
  });
});

const python = present.find(({ name }) => name.startsWith('Python'));

if (python !== undefined) {
  it('answers control characters from Python with a fault that Python reads', async () => {
    const ill = stockCall(balance({ narrative: 'A\u0000B' }));
    const [result] = await python.run(`${gateway.url}/RPC2`, [ill]);
    expect(result?.fault?.code).toBe(-32700);
  });
}

/** Returns texts of digits as numbers: Perl has no number type, and its JSON writes a value in the form of its last use. */
function numbersOf(result: StockResult | undefined): Record<string, unknown> {
  if (result?.fault !== undefined) throw new Error(`A fault came: ${JSON.stringify(result.fault)}`);
  const struct = Object.entries(result?.value ?? {});
  return Object.fromEntries(struct.map(([name, value]) => [name, isDigits(value) ? Number(value) : value]));
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value);
}
