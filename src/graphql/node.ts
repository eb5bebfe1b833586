import { Field, ID, InterfaceType } from 'type-graphql';
import { deliveryId } from '../core/events/delivery.js';
import { eventId } from '../core/events/event.js';

/** Prefixes of global ids, by type. Attempts need none. Approvals, events, deliveries and endpoints have it in their own ids. */
const PREFIXES = {
  Transaction: 'txn_',
  Terminal: 'trm_',
  Wallet: 'wal_',
  Card: 'crd_',
  Programme: 'prg_',
  SharedKey: 'shk_',
  ApiKey: 'key_',
  Approval: 'apr_',
  Digitization: 'dgt_',
  AuditEntry: 'aud_',
  RefusedCall: 'ref_',
  Event: 'evt_',
  Delivery: 'dlv_',
  Endpoint: 'ep_',
} as const;

export type NodeType = keyof typeof PREFIXES | 'ProvisioningAttempt';
type NamedNodeType = Exclude<
  NodeType,
  'Approval' | 'Event' | 'Delivery' | 'Endpoint' | 'ProvisioningAttempt'
>;

/** An object with its type, for fields that may have any. */
interface Typed {
  readonly __typename: NodeType;
}

@InterfaceType('Node', {
  description: 'An object with a global id.',
  resolveType: ({ __typename }: Typed) => __typename,
})
export abstract class Node {
  @Field(() => ID, {
    description:
      'Global id. It is opaque, never changes, and is unique among all objects; `node` finds the object by it.',
  })
  /** Computed from the row: see `idOf`. */
  id?: string;
}

/** Returns a row with its type. */
export function typed(__typename: NodeType, row: object): Node & Typed {
  return { ...row, __typename };
}

/** Members of a row by which the program knows it. */
const NAMES: Readonly<Record<NamedNodeType, string | readonly [string, string]>> = {
  Transaction: 'requestId',
  Terminal: 'terminalId',
  Wallet: 'reference',
  Card: 'cardId',
  Programme: 'programme',
  SharedKey: ['programme', 'sharedKeyId'],
  ApiKey: 'keyId',
  Digitization: ['programme', 'tokenReference'],
  AuditEntry: 'sequence',
  RefusedCall: 'sequence',
};

/** Returns the global id of a row. */
export function idOf(type: NodeType, row: Readonly<Record<string, string | number>>): string {
  const value = (name: string): string => String(row[name]);
  switch (type) {
    case 'Event':
      return eventId(Number(row['sequence']));
    case 'Delivery':
      return deliveryId(Number(row['sequence']));
    case 'Endpoint':
      return value('endpointId');
    case 'Approval':
      return value('approvalId');
    case 'ProvisioningAttempt':
      return value('attemptId');
    default: {
      const names = NAMES[type];
      return globalId(type, typeof names === 'string' ? value(names) : JSON.stringify(names.map(value)));
    }
  }
}

/** Returns the global id of an object that the program knows by a name, for example a terminal by its terminal id. */
export function globalId(type: NamedNodeType, name: string): string {
  return `${PREFIXES[type]}${Buffer.from(name).toString('base64url')}`;
}

/** Returns the type that an id belongs to; null where it belongs to none. */
export function typeOfId(id: string): NodeType | null {
  if (ATTEMPT_ID.test(id)) return 'ProvisioningAttempt';
  const found = Object.entries(PREFIXES).find(([, prefix]) => id.startsWith(prefix));
  return (found?.[0] as NodeType | undefined) ?? null;
}

const ATTEMPT_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Returns the name in a global id of this type; null for every other text. */
export function nameInId(type: NamedNodeType, id: string): string | null {
  if (!id.startsWith(PREFIXES[type])) return null;
  const name = Buffer.from(id.slice(PREFIXES[type].length), 'base64url').toString('utf8');
  return globalId(type, name) === id ? name : null;
}

/** Returns the two parts of the name in a global id of this type; null for every other text. */
export function partsInId(type: NamedNodeType, id: string): readonly [string, string] | null {
  const name = nameInId(type, id);
  if (name === null) return null;
  try {
    const [first, second, ...more] = JSON.parse(name) as unknown[];
    const isPair = typeof first === 'string' && typeof second === 'string' && more.length === 0;
    return isPair ? [first, second] : null;
  } catch {
    return null;
  }
}
