import type { Permission } from '../../../src/generated/operations.js';
import type { Session } from '../gateway/session.js';
import * as icons from '@tabler/icons-react';

/** A page of the navigation. */
export interface Place {
  readonly name: string;
  readonly icon: icons.Icon;
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
      place('Live', icons.IconActivity, 'MONITOR', '/live'),
      place('Transactions', icons.IconArrowsExchange, 'READ_TRANSACTIONS', '/transactions'),
      place('Refused', icons.IconBan, 'MONITOR', '/refused'),
      place('Reconcile', icons.IconScale, 'MONITOR', '/reconcile'),
    ],
  },
  {
    name: 'Cards',
    places: [
      place('Provisioning', icons.IconCreditCard, 'READ_PROVISIONING', '/provisioning'),
      place('Digitizations', icons.IconDeviceMobile, 'READ_PROVISIONING', '/digitizations'),
    ],
  },
  {
    name: 'Events',
    places: [
      place('Event log', icons.IconBroadcast, 'READ_EVENTS', '/events/log'),
      place('Deliveries', icons.IconSend, 'READ_EVENTS', '/events/deliveries'),
      place('Endpoints', icons.IconWebhook, 'READ_EVENTS', '/events/endpoints', '/endpoints'),
    ],
  },
  {
    name: 'Directory',
    places: [
      place('Programmes', icons.IconBuilding, 'READ_DIRECTORY', '/directory/programmes', '/programmes'),
      place('Terminals', icons.IconCashRegister, 'READ_DIRECTORY', '/directory/terminals', '/terminals'),
      place('Wallets', icons.IconWallet, 'READ_WALLETS', '/directory/wallets', '/wallets', '/cards'),
      place('API keys', icons.IconKey, 'READ_DIRECTORY', '/directory/keys', '/keys'),
      place('Audit log', icons.IconHistory, 'READ_AUDIT_LOG', '/directory/audit'),
      place('Approvals', icons.IconUsers, 'READ_APPROVALS', '/approvals'),
    ],
  },
  { name: 'Help', places: [place('Runbook', icons.IconBook2, 'SIGN_IN', '/runbook')] },
];

/** Returns the navigation of this gateway for the person who is signed in. */
export function navigationOf({ permissions }: Session['about']): readonly PlaceGroup[] {
  return NAVIGATION.map(({ name, places }) => ({
    name,
    places: places.filter(({ permission }) => permissions.includes(permission)),
  })).filter(({ places }) => places.length > 0);
}

/** Returns the place to which an address belongs. */
export function placeOf(path: string): Place | undefined {
  return NAVIGATION.flatMap(({ places }) => places).find(({ addresses }) =>
    addresses.some((begin) => path === begin || path.startsWith(`${begin}/`)),
  );
}

/** Returns the first page of the person who is signed in. */
export function firstPageOf(about: Session['about']): string {
  return about.permissions.includes('MONITOR') ? '/live' : '/directory/terminals';
}
