/** Tests Deducts whose connection to the wallet service opens late. */
import { HAS_OPENSSL } from '../support/certificates.js';
import { deduct, JSON_PROXY, RPC2 } from '../support/channels/index.js';
import { startStage, sweeps } from './late-connection-bench.js';

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: late connections: there is no openssl to make certificates\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  it('a Deduct is written once when its connection opens late', async () => {
    const stage = await startStage();
    try {
      const { wallet, tls, gateway } = stage;
      const payment = deduct();
      const heard = RPC2.call(gateway.url, payment);
      await tls.reached(1);
      await sweeps(gateway.url, 10);
      tls.let();
      expect(await heard).toMatchObject({ status: 200, resultCode: 1 });
      await tls.reached(1);
      expect(wallet.calls).toHaveLength(1);
      expect(wallet.connections()).toBe(1);
    } finally {
      await stage.close();
    }
  });

  it("simultaneous calls do not wait for each other's handshakes", async () => {
    const stage = await startStage();
    try {
      const { wallet, tls, gateway } = stage;
      const payments = Array.from({ length: 4 }, () => deduct());
      const heard = payments.map((payment) => JSON_PROXY.call(gateway.url, payment));
      await tls.reached(payments.length);
      tls.let();
      for (const each of heard) expect(await each).toMatchObject({ status: 200, resultCode: 1 });
      expect(wallet.calls).toHaveLength(payments.length);
    } finally {
      await stage.close();
    }
  });
}
