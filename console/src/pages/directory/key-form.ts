import type { DocumentPolicy, Permission, Role } from '../../../../src/generated/operations.js';
import { isStaff, ROLE_NAMES } from '../../../../src/core/access/permissions.js';
import type { Zone } from '../../parts/choices.js';
import type { FormField } from './entry-form.js';

export function expiryField(zone: Zone): FormField {
  return {
    kind: 'time',
    name: 'expiresAt',
    label: zone === 'utc' ? 'Expires (UTC)' : 'Expires (local time)',
    hint: 'Empty: never.',
  };
}

/** Returns a time as a form's field takes it, to the minute. */
export function timeText(at: string | null, zone: Zone): string {
  if (at === null) return '';
  const ms = Date.parse(at);
  const offsetMs = zone === 'utc' ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

export const DOCUMENTS_FIELD: FormField = {
  kind: 'select',
  name: 'documents',
  label: 'GraphQL documents',
  isRequired: true,
  options: [
    ['any', 'any'],
    ['persisted', 'persisted ones only'],
  ],
};

export function documentsIn(written: string | undefined): DocumentPolicy {
  return written === 'persisted' ? 'persisted' : 'any';
}

/** Returns the fields of a new key. */
export function newKeyFields(programme: FormField, zone: Zone): readonly FormField[] {
  return [
    {
      kind: 'text',
      name: 'keyId',
      label: 'Name',
      hint: '1 to 64 letters, digits, dots, underscores or hyphens. No other key ever gets it.',
      isRequired: true,
    },
    {
      kind: 'select',
      name: 'role',
      label: 'Role',
      isRequired: true,
      options: ROLE_NAMES.map((role) => [role, `${role}: ${PURPOSES[role]}`]),
    },
    {
      ...programme,
      isRequired: false,
      hint: 'Left out for auditors, settlers, custodians and operators.',
    },
    {
      kind: 'lines',
      name: 'terminalIds',
      label: 'Terminals',
      hint: 'Binds a client key to these terminals. Empty: all of its programme.',
    },
    expiryField(zone),
    DOCUMENTS_FIELD,
  ];
}

const PURPOSES: Readonly<Record<Role, string>> = {
  client: 'transactions and wallets',
  integrator: 'provisioning secrets and events',
  network: 'verification and tokens',
  auditor: 'reads everything',
  settler: 'reads everything, settles transactions',
  custodian: 'keys, passwords, shared keys, programmes',
  operator: 'everything, in every programme',
};

/** Reads a role of a form. Errors: another text. A default would give a key other rights than the person chose. */
export function roleIn(written = ''): Role {
  const role = ROLE_NAMES.find((name) => name === written);
  if (role === undefined) throw new Error(`No role is named ${written}.`);
  return role;
}

/** Returns the permission to change a key of this role. */
export function permissionFor(role: Role): Permission {
  return isStaff(role) ? 'MANAGE_STAFF_KEYS' : 'MANAGE_KEYS';
}
