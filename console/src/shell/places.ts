import type { Permission } from '../../../src/generated/operations.js';
import type { Session } from '../gateway/session.js';
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
  IconHistory,
  IconKey,
  IconScale,
  IconSend,
  IconUsers,
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
  /** The page is shown to people whose role has it. */
  readonly permission: Permission;
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
      { href: '/live', permission: 'MONITOR', name: 'Live', icon: IconActivity, letter: 'l' },
      {
        href: '/transactions',
        permission: 'READ_TRANSACTIONS',
        name: 'Transactions',
        icon: IconArrowsExchange,
        letter: 't',
      },
      { href: '/refused', permission: 'MONITOR', name: 'Refused', icon: IconBan, letter: 'r' },
      { href: '/reconcile', permission: 'MONITOR', name: 'Reconcile', icon: IconScale, letter: 'c' },
    ],
  },
  {
    name: 'Cards',
    places: [
      {
        href: '/provisioning',
        permission: 'READ_PROVISIONING',
        name: 'Provisioning',
        icon: IconCreditCard,
        letter: 'p',
      },
      {
        href: '/digitizations',
        permission: 'READ_PROVISIONING',
        name: 'Digitizations',
        icon: IconDeviceMobile,
        letter: 'z',
      },
    ],
  },
  {
    name: 'Events',
    places: [
      { href: '/events/log', permission: 'READ_EVENTS', name: 'Event log', icon: IconBroadcast, letter: 'e' },
      {
        href: '/events/deliveries',
        permission: 'READ_EVENTS',
        name: 'Deliveries',
        icon: IconSend,
        letter: 'd',
      },
      {
        href: '/events/endpoints',
        permission: 'READ_EVENTS',
        name: 'Endpoints',
        icon: IconWebhook,
        letter: 'n',
      },
    ],
  },
  {
    name: 'Directory',
    places: [
      {
        href: '/directory/programmes',
        permission: 'READ_DIRECTORY',
        entries: ['/programmes'],
        name: 'Programmes',
        icon: IconBuilding,
        letter: 'm',
      },
      {
        href: '/directory/terminals',
        permission: 'READ_DIRECTORY',
        entries: ['/terminals'],
        name: 'Terminals',
        icon: IconCashRegister,
        letter: 'i',
      },
      {
        href: '/directory/wallets',
        permission: 'READ_WALLETS',
        entries: ['/wallets', '/cards'],
        name: 'Wallets',
        icon: IconWallet,
        letter: 'w',
      },
      {
        href: '/directory/keys',
        permission: 'READ_DIRECTORY',
        entries: ['/keys'],
        name: 'API keys',
        icon: IconKey,
        letter: 'k',
      },
      {
        href: '/directory/audit',
        permission: 'READ_AUDIT_LOG',
        name: 'Audit log',
        icon: IconHistory,
        letter: 'a',
      },
      {
        href: '/approvals',
        permission: 'READ_APPROVALS',
        name: 'Approvals',
        icon: IconUsers,
        letter: 'v',
      },
    ],
  },
  {
    name: 'Help',
    places: [{ href: '/runbook', permission: 'SIGN_IN', name: 'Runbook', icon: IconBook2, letter: 'b' }],
  },
];

/** Returns the navigation of this gateway for the person who is signed in. */
export function navigationOf({ permissions }: Session['about']): readonly PlaceGroup[] {
  return NAVIGATION.map(({ name, places }) => ({
    name,
    places: places.filter(({ permission }) => permissions.includes(permission)),
  })).filter(({ places }) => places.length > 0);
}

/** Returns the first page of the person who is signed in. */
export function firstPageOf(about: Session['about']): string {
  return about.permissions.includes('MONITOR') ? '/live' : '/directory/terminals';
}
