import { ROLE_NAMES } from '../../core/access/permissions.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import { VERSION } from '../../platform/build.js';
import { ERROR_SCHEMAS, type Schema } from './components.js';
import { exportPaths } from './exports.js';
import { digitizationPaths, digitizationSchemas } from './digitization.js';
import { transactionPaths, transactionSchemas } from './transactions.js';

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
