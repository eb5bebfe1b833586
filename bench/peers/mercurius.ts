// Mercurius on Fastify, every operation compiled from its first use. Forwards and normalises over GraphQL.
//
// Does not: check keys, checksums or limits of documents, look anything up, save, log, count or recognise a repeated call.
import { fastify } from 'fastify';
import { mercurius } from 'mercurius';
import { ready } from './environment.js';
import { resolvers, typeDefs } from './schema.js';

async function main(): Promise<void> {
  const app = fastify();
  await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 });
  ready(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
}

void main();
