import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchema } from './build-schema.js';

/** The schema as text, sorted: what `schema/schema.graphql` must hold. */
export function emitSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildSchema()))}\n`;
}
