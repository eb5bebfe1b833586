import { validateSchema } from 'graphql';
import { buildSchema } from '../../../src/graphql/build-schema.js';

it.each([false, true])('the schema is valid GraphQL (sandbox: %s)', (isSandbox) => {
  expect(validateSchema(buildSchema({ isSandbox }))).toEqual([]);
});

it('only a sandbox composes calls on request', () => {
  const fields = (isSandbox: boolean) =>
    Object.keys(buildSchema({ isSandbox }).getQueryType()?.getFields() ?? {});
  expect(fields(true).filter((name) => !fields(false).includes(name))).toEqual(['sandboxCall']);
});
