import { ROLE_NAMES, rolesWith } from '../../core/access/permissions.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import { VERSION } from '../../platform/build.js';
import { ERROR_SCHEMAS, errorResponses, ERRORS_WITHOUT_BODY, REQUEST_ID, type Schema } from './components.js';
import { digitizationPaths, digitizationSchemas } from './digitization.js';
import { transactionPaths, transactionSchemas } from './transactions.js';
import { EXPORT_COLUMNS, EXPORT_FORMATS, EXPORT_LISTS } from '../../core/access/export-lists.js';

const bearer = (who: string): Schema => ({
  type: 'http',
  scheme: 'bearer',
  description: `A key of role ${who}`,
});

/**
 * Returns the OpenAPI 3.1 document of the interfaces that are neither GraphQL nor the operators'. `methods` are those of the
 * method table: a gateway describes the methods of its own configuration too.
 */
export function openApiDocument(methods: readonly Method[]): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cardway',
      version: VERSION,
      summary: 'The gateway between card terminals, backends and wallet services',
      description:
        'The REST interfaces. Everything else is GraphQL, on /graphql. Amounts are integers in minor units. ' +
        'Every reply carries X-Request-Id.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This gateway' }],
    tags: [
      { name: 'Transactions', description: 'Payments, from terminals and backends' },
      { name: 'Push provisioning', description: 'Secrets and activation codes' },
      { name: 'Card network', description: 'Token authorizations and reports' },
      { name: 'Exports', description: 'Lists as files, for people' },
    ],
    paths: { ...transactionPaths(), ...digitizationPaths(), ...exportPaths() },
    components: {
      securitySchemes: {
        ...Object.fromEntries(ROLE_NAMES.map((role) => [role, bearer(role)])),
      },
      schemas: { ...transactionSchemas(methods), ...digitizationSchemas(), ...ERROR_SCHEMAS },
    },
  };
}

/** Returns the text of `schema/openapi.json`, without the methods of any configuration. */
export function emitOpenApi(): string {
  return `${JSON.stringify(openApiDocument(BUILT_IN_METHODS), null, 2)}\n`;
}

/** Returns the path `/v1/exports/{list}`, from the table of lists and columns. */
function exportPaths(): Schema {
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
    ...errorResponses(ERRORS_WITHOUT_BODY, 'Error'),
  },
});

function columnsOf(list: (typeof EXPORT_LISTS)[number]): string {
  return `- ${list}: ${EXPORT_COLUMNS[list].join(', ')}`;
}
