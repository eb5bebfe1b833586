import {
  GraphQLObjectType,
  isIntrospectionType,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql';
import { buildSchema } from './build-schema.js';

/** Returns the schema as sorted text. `schema/schema.graphql` must hold it. */
export function emitSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildSchema({ isSandbox: false })))}\n`;
}

/** Returns the additions of a sandbox to that schema. `schema/sandbox.graphql` must hold them. */
export function emitSandboxSchema(): string {
  const usual = buildSchema({ isSandbox: false });
  const sandbox = lexicographicSortSchema(buildSchema({ isSandbox: true }));
  const types = Object.values(sandbox.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && usual.getType(type.name) === undefined,
  );
  const { fields, ...query } = sandbox.getQueryType()?.toConfig() ?? { name: 'Query', fields: {} };
  const known = usual.getQueryType()?.getFields() ?? {};
  const added = Object.fromEntries(Object.entries(fields).filter(([name]) => known[name] === undefined));
  const extension = `extend ${printType(new GraphQLObjectType({ ...query, description: null, fields: added }))}`;
  return `${[extension, ...types.map(printType)].join('\n\n')}\n`;
}
