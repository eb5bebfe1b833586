import { integer, text } from './settings-kinds.js';

/** Where wallets are asked for that the directory does not have. A part of SETTINGS. */
export const WALLET_LOOKUP_SETTINGS = {
  'walletLookup.url': text(
    'Where to ask for a wallet that the directory does not have; without it nobody is asked',
    undefined,
    'an http or https URL',
  ),
  'walletLookup.timeoutMs': integer(
    'For one question; shorter than the deadline of every call, whose time it takes',
    500,
    20,
    30_000,
  ),
  'walletLookup.cacheMs': integer('How long a wallet that was found is believed', 60_000, 0, 86_400_000),
  'walletLookup.unknownCacheMs': integer(
    'How long it is believed that there is no such wallet',
    2000,
    0,
    3_600_000,
  ),
  'walletLookup.cacheEntriesMax': integer(
    'Wallets that are kept in memory, and as many references without one',
    10_000,
    1,
    1_000_000,
  ),
  'walletLookup.concurrentMax': integer('Questions at one time', 50, 1, 10_000),
  'walletLookup.answerBytesMax': integer('Longer answers are not read', 65_536, 1024, 1_048_576),
} as const;
