/** Tests of long exports: their pace follows the reader, and nobody takes a part for the whole. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { KEYS } from '../support/channels/index.js';
import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { constants } from '../support/constants.js';
import { directoryOf } from '../support/directory.js';

/** More than all buffers between the gateway and a reader that reads nothing. */
const WALLETS = 100_000;
const folder = temporaryFolder();
const databaseUrl = `sqlite:${join(folder, 'cardway.db')}`;

beforeAll(async () => {
  const store = await openStore({ databaseUrl, clock: machineClock });
  await store.migrate();
  await directoryOf(store).putProgramme({ programme: 'sandbox' });
  for (let from = 0; from < WALLETS; from += 5000) {
    const lines = Array.from({ length: 5000 }, (_, index) => ({
      line: from + index + 1,
      reference: `${String(from + index).padStart(7, '0')} ${'x'.repeat(100)}`,
      programme: 'sandbox',
      customerId: 1_000_000 + from + index,
    }));
    await store.administration.walletImports.take({ file: 'test', actor: 'test', lines });
  }
  await store.close();
});

/** Opens an export and reads nothing of it. */
async function open(
  url: string,
  key: string = KEYS.operator,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${key}`, ...more };
  const sending = request(`${url}/v1/exports/wallets?format=ndjson`, { headers, agent: false });
  sending.end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

interface Taken {
  readonly bytes: number;
  readonly lines: number;
  /** True where the last chunk came. */
  readonly isWhole: boolean;
}

async function rest(
  response: IncomingMessage,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Taken> {
  let bytes = 0;
  let lines = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    onBytes(bytes);
  });
  // A cut response has an error before it closes.
  await new Promise((resolve) => response.once('close', resolve));
  return { bytes, lines, isWhole: response.complete };
}

describe('on a gateway', () => {
  const gateway = sharedGateway({
    folder,
    env: { ...constants({ STALL_MS: 2000, DIRECTORY_CACHE_MS: 0 }), CARDWAY_HTTP_DRAIN_MS: '1000' },
  });

  it('an export of 100,000 rows is whole', async () => {
    expect(await rest(await open(gateway.url))).toMatchObject({ lines: WALLETS + 2, isWhole: true });
  });

  it('that a stop of the gateway ends is no whole file', async () => {
    const response = await open(gateway.url);
    const status = gateway.stop();
    // The reader begins when the gateway has given up waiting for it.
    expect(await status).toBe(0);
    expect(await rest(response)).toMatchObject({ isWhole: false });
  });
});
