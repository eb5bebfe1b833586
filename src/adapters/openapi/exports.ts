import { rolesWith } from '../../core/access/permissions.js';
import { EXPORT_COLUMNS, EXPORT_FORMATS, EXPORT_LISTS } from '../../core/access/export-lists.js';
import { errorResponses, REQUEST_ID, type Schema } from './components.js';

/** Returns the path `/v1/exports/{list}`, from the table of lists and columns. */
export function exportPaths(): Schema {
  return { '/v1/exports/{list}': { get: exportList() } };
}

const exportList = (): Schema => ({
  operationId: 'exportList',
  tags: ['Exports'],
  summary: 'A list as CSV or NDJSON',
  description:
    'Streams every entry that the filter lets through, transactions oldest first, and other lists in their own order. A response that ends without its last chunk is ' +
    `incomplete. Columns by list:\n\n${EXPORT_LISTS.map(columnsOf).join('\n')}`,
  security: rolesWith('signIn').map((role) => ({ [role]: [] })),
  parameters: [
    {
      name: 'list',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: EXPORT_LISTS },
      example: 'transactions',
    },
    {
      name: 'format',
      in: 'query',
      description: 'CSV as in RFC 4180, with the columns in its first line; or one JSON object on each line.',
      schema: { type: 'string', enum: EXPORT_FORMATS, default: 'csv' },
    },
    {
      name: 'filter',
      in: 'query',
      description: 'JSON of the filter that the list has in GraphQL.',
      schema: { type: 'string', contentMediaType: 'application/json' },
      example: '{"state":"IN_DOUBT","time":{"from":"2026-11-20T00:00:00Z"}}',
    },
    {
      name: 'texts',
      in: 'query',
      description: 'true adds the columns request, answer and rawAnswer to transactions.',
      schema: { type: 'boolean', default: false },
    },
  ],
  responses: {
    '200': {
      description: 'The list. It is sent in chunks while it is read.',
      headers: {
        ...REQUEST_ID,
        'Content-Disposition': {
          description: 'attachment, with a file name of list and time',
          schema: { type: 'string' },
        },
      },
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/x-ndjson': { schema: { type: 'string' } },
      },
    },
    ...errorResponses(
      [
        'MALFORMED',
        'BAD_REQUEST',
        'UNAUTHENTICATED',
        'FORBIDDEN',
        'NOT_FOUND',
        'METHOD_NOT_ALLOWED',
        'RATE_LIMITED',
        'INTERNAL',
        'UNAVAILABLE',
      ],
      'Error',
    ),
  },
});

function columnsOf(list: (typeof EXPORT_LISTS)[number]): string {
  return `- ${list}: ${EXPORT_COLUMNS[list].join(', ')}`;
}
