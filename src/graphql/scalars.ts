import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';

/** Integers within ±(2^53-1): amounts in minor units, customer and card ids. */
export const SafeInt = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  description: 'An integer within ±(2^53-1), which every JSON parser reads exactly.',
}) as GraphQLScalarType<number>;

/** Free objects: normalized answers, audit entries. */
export const JSONObject = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  description: 'A JSON object whose members depend on the case.',
});

/** Points in time. Resolvers return ISO 8601 texts; arguments arrive as Dates. */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  description: 'A point in time after RFC 3339, written in UTC with milliseconds: 2026-01-31T12:00:00.000Z.',
}) as GraphQLScalarType<Date, unknown>;

/** Sums of amounts. They are exact for any number of amounts of any size. */
export const Total = new GraphQLScalarType<unknown, unknown>({
  name: 'Total',
  description: 'A sum of amounts: an integer, or a string of digits where the sum is beyond ±(2^53-1).',
  serialize: (value) => {
    if (typeof value !== 'bigint') throw new TypeError('A total is a bigint.');
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  },
});
