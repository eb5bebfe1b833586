import type { LedgerUnderTest } from '../contract/ledger-under-test.js';
import { ledgerContract } from '../contract/ledger.contract.js';
import { takeOverContract } from '../contract/take-over.contract.js';
import { createMemoryLedger } from './memory-ledger.js';

const open = (): Promise<LedgerUnderTest> => {
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
};

ledgerContract('the memory of the simulator', open);
takeOverContract('the memory of the simulator', open);
