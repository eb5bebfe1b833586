import type { ComponentType } from 'react';
import {
  IconActivity,
  IconArrowsExchange,
  IconBan,
  IconBook2,
  IconBroadcast,
  IconBuilding,
  IconCashRegister,
  IconCreditCard,
  IconDeviceMobile,
  IconFlask,
  IconHistory,
  IconKey,
  IconScale,
  IconSend,
  IconWallet,
  IconWebhook,
} from '../parts/icons.js';

/** A page of the navigation. */
export interface Place {
  readonly href: string;
  /** Begins of the addresses of the pages of its entries, where they differ from that of the list. */
  readonly entries?: readonly string[];
  readonly name: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  /** Key that opens the page after `g`. */
  readonly letter: string;
}

export interface PlaceGroup {
  readonly name: string;
  readonly places: readonly Place[];
}

/** The navigation. The keys 1 to 9 open its first nine pages. */
export const NAVIGATION: readonly PlaceGroup[] = [
  {
    name: 'Payments',
    places: [
      { href: '/live', name: 'Live', icon: IconActivity, letter: 'l' },
      { href: '/transactions', name: 'Transactions', icon: IconArrowsExchange, letter: 't' },
      { href: '/refused', name: 'Refused', icon: IconBan, letter: 'r' },
      { href: '/reconcile', name: 'Reconcile', icon: IconScale, letter: 'c' },
    ],
  },
  {
    name: 'Cards',
    places: [
      { href: '/provisioning', name: 'Provisioning', icon: IconCreditCard, letter: 'p' },
      { href: '/digitizations', name: 'Digitizations', icon: IconDeviceMobile, letter: 'z' },
    ],
  },
  {
    name: 'Events',
    places: [
      { href: '/events/log', name: 'Event log', icon: IconBroadcast, letter: 'e' },
      { href: '/events/deliveries', name: 'Deliveries', icon: IconSend, letter: 'd' },
      { href: '/events/endpoints', name: 'Endpoints', icon: IconWebhook, letter: 'n' },
    ],
  },
  {
    name: 'Directory',
    places: [
      {
        href: '/directory/programmes',
        entries: ['/programmes'],
        name: 'Programmes',
        icon: IconBuilding,
        letter: 'm',
      },
      {
        href: '/directory/terminals',
        entries: ['/terminals'],
        name: 'Terminals',
        icon: IconCashRegister,
        letter: 'i',
      },
      {
        href: '/directory/wallets',
        entries: ['/wallets', '/cards'],
        name: 'Wallets',
        icon: IconWallet,
        letter: 'w',
      },
      { href: '/directory/keys', entries: ['/keys'], name: 'API keys', icon: IconKey, letter: 'k' },
      { href: '/directory/audit', name: 'Audit log', icon: IconHistory, letter: 'a' },
    ],
  },
  {
    name: 'Help',
    places: [{ href: '/runbook', name: 'Runbook', icon: IconBook2, letter: 'b' }],
  },
];

/** The page that exists only in the sandbox. */
export const SANDBOX: PlaceGroup = {
  name: 'Sandbox',
  places: [{ href: '/try-it', name: 'Try it', icon: IconFlask, letter: 'y' }],
};

/** Returns the navigation of this gateway. */
export function navigationOf(isSandbox: boolean): readonly PlaceGroup[] {
  return isSandbox ? [...NAVIGATION, SANDBOX] : NAVIGATION;
}
