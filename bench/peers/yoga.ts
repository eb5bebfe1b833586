// GraphQL Yoga on node:http, as its documentation sets it up. Forwards and normalises over GraphQL.
//
// Does not: check keys, checksums or limits of documents, look anything up, save, log, count or recognise a repeated call.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { announce } from './environment.js';
import { resolvers, typeDefs } from './schema.js';

const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false, graphiql: false });
announce(createServer(yoga));
