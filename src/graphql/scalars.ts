import { GraphQLScalarType } from 'graphql';
import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';

/** Integers within ±(2^53-1): amounts in minor units, customer and card ids. */
export const SafeInt = GraphQLSafeInt;

/** Free objects: normalized answers, passed-through members. */
export const JSONObject = GraphQLJSONObject;

/** Sums of amounts, which are exact however many and large the amounts are: what JSON numbers cannot hold is told by its digits. */
export const Total = new GraphQLScalarType<number | string, number | string>({
  name: 'Total',
  description: 'A sum of amounts: an integer, or the digits of one beyond ±(2^53-1) as a string',
  serialize: (value) => {
    if (typeof value !== 'bigint') throw new TypeError('A total is a bigint.');
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  },
});
