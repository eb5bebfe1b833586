// eslint --config=scripts/check/schema-lint.config.mjs schema/schema.graphql: the rules of the public schema.
import graphql from '@graphql-eslint/eslint-plugin';

/** Types without an id: they are parts of an object, or results of one call. Every other object can be found again by its id. */
const VALUES = [
  'ActivationCode',
  'AttemptChange',
  'AuditBreak',
  'AuditHead',
  'AuditVerification',
  'DeliveryAttempt',
  'ExplainedKlv',
  'Money',
  'OpenTransactions',
  'OperatorSession',
  'PageInfo',
  'ProvisioningFunnel',
  'ProvisioningSecret',
  'ReconciliationLine',
  'RefusedSettlement',
  'RejectedLine',
  'RouteHealth',
  'SecretVerification',
  'Stats',
  'StatsBucket',
  'TokenAuthorization',
  'TransactionResponse',
];

export default [
  {
    files: ['schema/*.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
      '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/strict-id-in-types': [
        'error',
        { exceptions: { types: VALUES, suffixes: ['Connection', 'Edge', 'Result'] } },
      ],
      // An object contains its short lists as a whole. Relay requires edges only where a list has pages.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
      // `id` is the global id. The object also has the card processor's own name: terminalId, cardId, transactionId.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
];
