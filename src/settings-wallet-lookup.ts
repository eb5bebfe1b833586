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
  'walletLookup.cacheMs': integer(
    'How long a wallet that was found is believed; that there is none, a thirtieth of it',
    60_000,
    0,
    86_400_000,
  ),
} as const;
