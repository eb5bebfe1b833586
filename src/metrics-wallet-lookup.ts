import { Counter, Histogram, type Registry } from 'prom-client';
import type { HeardOfWallet } from './usecase/ports.js';

export function walletLookupMetrics(registry: Registry): (about: HeardOfWallet) => void {
  const registers = [registry];
  const lookups = new Counter({
    name: 'cardway_wallet_lookups_total',
    help: 'Wallets that were looked up, by what is known of them and from where.',
    labelNames: ['answer', 'source'],
    registers,
  });
  const durations = new Histogram({
    name: 'cardway_wallet_lookup_duration_seconds',
    help: 'How long a call waited for a look-up that was not answered from memory.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return ({ answer, source, durationMs }) => {
    lookups.inc({ answer, source });
    if (source !== 'cache') durations.observe(durationMs / 1000);
  };
}
