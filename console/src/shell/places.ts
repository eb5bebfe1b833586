import type { ComponentType } from 'react';
import type { Permission } from '../../../src/generated/operations.js';
import type { Session } from '../gateway/session.js';
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
  readonly name: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  /** The page is shown to people whose role has it. */
  readonly permission: Permission;
  /** Beginnings of the addresses that belong to it: first its own, then those of its entries. */
  readonly addresses: readonly [string, ...string[]];
}

interface PlaceGroup {
  readonly name: string;
  readonly places: readonly Place[];
}

function place(
  name: string,
  icon: Place['icon'],
  permission: Permission,
  ...addresses: Place['addresses']
): Place {
  return { name, icon, permission, addresses };
}

const NAVIGATION: readonly PlaceGroup[] = [
  {
    name: 'Payments',
    places: [
      place('Live', IconActivity, 'MONITOR', '/live'),
      place('Transactions', IconArrowsExchange, 'READ_TRANSACTIONS', '/transactions'),
      place('Refused', IconBan, 'MONITOR', '/refused'),
      place('Reconcile', IconScale, 'MONITOR', '/reconcile'),
    ],
  },
  {
    name: 'Cards',
    places: [
      place('Provisioning', IconCreditCard, 'READ_PROVISIONING', '/provisioning'),
      place('Digitizations', IconDeviceMobile, 'READ_PROVISIONING', '/digitizations'),
    ],
  },
  {
    name: 'Events',
    places: [
      place('Event log', IconBroadcast, 'READ_EVENTS', '/events/log'),
      place('Deliveries', IconSend, 'READ_EVENTS', '/events/deliveries'),
      place('Endpoints', IconWebhook, 'READ_EVENTS', '/events/endpoints', '/endpoints'),
    ],
  },
  {
    name: 'Directory',
    places: [
      place('Programmes', IconBuilding, 'READ_DIRECTORY', '/directory/programmes', '/programmes'),
      place('Terminals', IconCashRegister, 'READ_DIRECTORY', '/directory/terminals', '/terminals'),
      place('Wallets', IconWallet, 'READ_WALLETS', '/directory/wallets', '/wallets', '/cards'),
      place('API keys', IconKey, 'READ_DIRECTORY', '/directory/keys', '/keys'),
      place('Audit log', IconHistory, 'READ_AUDIT_LOG', '/directory/audit'),
      place('Approvals', IconUsers, 'READ_APPROVALS', '/approvals'),
    ],
  },
  { name: 'Help', places: [place('Runbook', IconBook2, 'SIGN_IN', '/runbook')] },
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
