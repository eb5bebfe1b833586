// graphql-request has no subscriptions. Its documentation refers to graphql-ws.
import { GraphQLClient } from 'graphql-request';
import { bearer, GRAPHQL, LIST, PAY, say, task } from './task.mjs';

const backend = new GraphQLClient(GRAPHQL, { headers: bearer('client') });
const operator = new GraphQLClient(GRAPHQL, { headers: bearer('operator') });

const mutation = await backend.request(PAY, { input: task.input });
const query = await operator.request(LIST, {});
say({ query, mutation, subscription: null });
