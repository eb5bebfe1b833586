import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';

/** Integers within ±(2^53-1): amounts in minor units, customer and card ids. */
export const SafeInt = GraphQLSafeInt;

/** Free objects: normalized answers, passed-through members. */
export const JSONObject = GraphQLJSONObject;
