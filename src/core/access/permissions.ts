/** Roles of the people who run the gateway. They see every programme; all other roles belong to one. */
export const STAFF_ROLES = ['auditor', 'settler', 'custodian', 'operator'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** Roles of keys, with their purpose. Some permissions also name `terminal`, whose credential is its checksum. */
export const ROLES = {
  client: 'Backends: transactions and wallets of a programme.',
  integrator: 'Back ends of apps: provisioning secrets and events of a programme.',
  network: 'The card network and the back end of the SDK.',
  auditor: 'People who read everything and change nothing.',
  settler: 'People who read everything and settle transactions.',
  custodian: 'People who make keys, passwords, shared keys and programmes. They do not see payments.',
  operator: 'People who run the gateway: everything except calls of transactions.',
} as const;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** Roles that use resolvers: those of keys, and terminals at the XML-RPC interface. */
export type CallerRole = Role | 'terminal';

interface Right {
  /** Action that the permission allows, as an infinitive. */
  readonly purpose: string;
  readonly roles: readonly CallerRole[];
  /** True where a second person must approve changes, with the setting `approvals`: all, or those that the field names. */
  readonly isGuarded?: true;
}

const READERS = ['auditor', 'settler', 'operator'] as const;
const CUSTODIANS = ['custodian', 'operator'] as const;

/**
 * Every permission with its roles. Interfaces, the descriptions of GraphQL fields, the console and the table in
 * docs/administration.md read this table.
 */
export const PERMISSIONS = {
  callTransactions: { purpose: 'call transactions', roles: ['client', 'terminal'] },
  readTransactions: { purpose: 'read transactions', roles: ['client', ...READERS] },
  settle: {
    purpose: 'settle transactions, and send waiting advices',
    roles: ['settler', 'operator'],
    isGuarded: true,
  },
  monitor: {
    purpose: 'read statistics, refused calls and reconciliations, follow transactions, search',
    roles: READERS,
  },
  purge: { purpose: 'delete old transactions and audit entries', roles: ['operator'], isGuarded: true },
  readAuditLog: { purpose: 'read the audit log', roles: READERS },
  readDirectory: { purpose: 'read programmes, terminals and keys', roles: STAFF_ROLES },
  manageProgrammes: { purpose: 'change programmes', roles: CUSTODIANS, isGuarded: true },
  manageSharedKeys: {
    purpose: 'add shared keys, and change their states',
    roles: CUSTODIANS,
    isGuarded: true,
  },
  manageTerminals: { purpose: 'change terminals and their passwords', roles: CUSTODIANS, isGuarded: true },
  manageKeys: { purpose: 'make, change and revoke keys of programmes', roles: CUSTODIANS, isGuarded: true },
  manageStaffKeys: {
    purpose: `make, change and revoke keys of the roles ${STAFF_ROLES.join(', ')}`,
    roles: ['operator'],
    isGuarded: true,
  },
  readApprovals: {
    purpose: 'read approvals of changes that the role may make, or may read',
    roles: STAFF_ROLES,
  },
  decideApprovals: {
    purpose: 'approve and reject changes of others that the role may make',
    roles: ['settler', ...CUSTODIANS],
  },
  readWallets: { purpose: 'read wallets and cards', roles: ['client', ...READERS] },
  putWallets: { purpose: 'add and change wallets', roles: ['client', 'operator'], isGuarded: true },
  manageWallets: { purpose: 'block wallets and cards', roles: ['operator'] },
  moveWallets: { purpose: 'move wallets and cards', roles: ['operator'], isGuarded: true },
  readEvents: {
    purpose: 'read and follow events, endpoints and deliveries',
    roles: ['integrator', ...READERS],
  },
  manageEndpoints: { purpose: 'change and test webhook endpoints', roles: ['operator'] },
  resend: { purpose: 'send events and deliveries again', roles: ['operator'] },
  readProvisioning: {
    purpose: 'read provisioning attempts and digitizations',
    roles: ['integrator', 'network', ...READERS],
  },
  readFunnel: { purpose: 'read the provisioning funnel', roles: ['integrator', ...READERS] },
  issueSecrets: { purpose: 'issue provisioning secrets', roles: ['integrator'] },
  verifySecrets: {
    purpose: 'verify provisioning secrets, issue and verify activation codes',
    roles: ['network'],
  },
  reportDigitizations: { purpose: 'authorize tokens and report digitizations', roles: ['network'] },
  readNodes: {
    purpose: 'read objects by global id, each with the permission of its type',
    roles: ROLE_NAMES,
  },
  signIn: { purpose: 'sign in to the console, and export the lists that the role reads', roles: STAFF_ROLES },
} as const satisfies Readonly<Record<string, Right>>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** Returns whether a second person must approve changes of a permission, with the setting `approvals`. */
export function isGuarded(permission: Permission): boolean {
  const right: Right = PERMISSIONS[permission];
  return right.isGuarded === true;
}

/** Returns the roles that have a permission. */
export function rolesWith(permission: Permission): readonly CallerRole[] {
  return PERMISSIONS[permission].roles;
}

export function mayUse(role: CallerRole, permission: Permission): boolean {
  return rolesWith(permission).includes(role);
}

/** Returns the permissions of a role, in the order of the table. */
export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSION_NAMES.filter((permission) => mayUse(role, permission));
}

/** Returns whether a role belongs to the people who run the gateway. Keys of these roles have no programme. */
export function isStaff(role: CallerRole): role is StaffRole {
  return (STAFF_ROLES as readonly string[]).includes(role);
}
