import type { Entity } from '../entities/entity.js';

/** Changes that need a second person. */
export const APPROVALS: Entity = {
  command: 'approvals',
  about: 'Lists, approves and rejects changes that need a second person.',
  type: 'Approval',
  key: { field: 'id', name: 'id' },
  columns: {
    Approval: 'id',
    State: 'state',
    Asked: 'askedAt',
    By: 'askedBy',
    Change: 'field',
    Input: 'arguments',
    Expires: 'expiresAt',
    Decided: 'decidedBy',
    Reason: 'reason',
  },
  list: {
    query: 'approvals',
    whenEmpty: 'No approvals. Changes wait for a second person if the setting approvals is on.',
  },
  changes: {
    approve: { mutation: 'approveRequest' },
    reject: { mutation: 'rejectRequest' },
  },
  examples: `
Examples:
  cardway approvals --state pending --url https://cards.example.com --key-file my.key
  cardway approvals approve apr_3Hc0mEVDbvN4h5Qk --url https://cards.example.com --key-file my.key`,
};
