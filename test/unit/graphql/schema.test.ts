import { validateSchema } from 'graphql';
import { buildSchema } from '../../../src/graphql/build-schema.js';

it('the schema is valid GraphQL', () => {
  expect(validateSchema(buildSchema())).toEqual([]);
});
