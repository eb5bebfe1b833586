import { ledgerContract } from '../contract/ledger.contract.js';
import { createMemoryLedger } from './memory-ledger.js';

ledgerContract('the memory of the simulator', () => {
  let currentMs = 1_000;
  const ledger = createMemoryLedger({ clock: { nowMs: () => currentMs, monotonicMs: () => currentMs } });
  return Promise.resolve({
    ledger,
    other: ledger,
    setNowMs: (nowMs) => {
      currentMs = nowMs;
    },
    close: () => Promise.resolve(),
  });
});
