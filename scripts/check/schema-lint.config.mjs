// eslint --config=scripts/check/schema-lint.config.mjs schema/schema.graphql: the rules of the public schema.
import graphql from '@graphql-eslint/eslint-plugin';

/** Have no id: they are parts of an object, or what a call says once. Everything else is found again by its id. */
const VALUES = [
  'ActivationCode',
  'AttemptChange',
  'DeliveryAttempt',
  'ExplainedKlv',
  'Money',
  'OpenTransactions',
  'OperatorSession',
  'PageInfo',
  'ProvisioningFunnel',
  'ProvisioningSecret',
  'ReconciliationLine',
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
      // Short lists of an object stand in it whole; Relay asks for edges only where a list has pages.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
      // `id` is the global id. Beside it an object has the name that the card processor gave it: terminalId, cardId, transactionId.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
];
