import type { Entity } from '../entities/entity.js';
import { right } from '../table.js';

/** Calls that were refused before they were saved. */
export const REFUSALS: Entity = {
  command: 'refusals',
  about: 'Lists calls that were refused before they were saved, with the reasons.',
  type: 'RefusedCall',
  key: { field: 'id', name: 'id' },
  columns: {
    Last: 'at',
    Count: right('count'),
    Channel: 'channel',
    Code: 'code',
    Field: 'field',
    Terminal: 'terminalId',
    Method: 'method',
    Reference: 'reference',
    Amount: right('amount'),
    'Request id': 'requestId',
    'X-Request-Id': 'httpRequestId',
    Programme: 'programme',
    Key: 'keyId',
    Address: 'address',
    Reason: 'reason',
  },
  list: { query: 'refusedCalls', what: 'refused calls', whenEmpty: 'No refused calls.', grows: true },
  examples: `
Examples:
  cardway refusals --terminal 0068766621
  cardway refusals list --code UNAUTHENTICATED --from 2026-11-01 --json`,
};
