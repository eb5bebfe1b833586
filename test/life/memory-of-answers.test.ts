/** Tests that answers of a wallet service take no more memory than their bytes, in however many pieces they come. */
import { startRawWallet } from '../fault/raw-wallet.js';
import { deduct, freshId, RPC2 } from '../support/channels/index.js';
import { startGateway } from '../support/gateway.js';

it('ten answers in pieces of one byte, without an end, fit into a little memory', async () => {
  const wallet = await startRawWallet();
  wallet.behave('pieces');
  const gateway = await startGateway({
    env: {
      NODE_OPTIONS: '--max-old-space-size=96',
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1800',
    },
  });
  const calls = Array.from({ length: 10 }, () =>
    RPC2.call(gateway.url, deduct({ transaction_id: freshId() })),
  );
  // On a busy machine a call may be refused before it is sent.
  for (const { resultCode } of await Promise.all(calls)) expect([-7, -9]).toContain(resultCode);
  expect(await gateway.stop()).toBe(0);
  await wallet.close();
});
