// The stock: the same packages as the gateway's, put together the usual way, with one durable write before and one after the call,
// on SQLite or PostgreSQL. JSON and GraphQL on Express, XML-RPC on the server of the xmlrpc package, the call by axios.
//
// Does not: check keys, checksums, fields or limits, look anything up, recognise a repeated call, mask, log, count or time out.
import 'reflect-metadata';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { createServer } from 'node:http';
import { buildSchema } from 'type-graphql';
import { announce } from './environment.js';
import { StockResolver } from './stock-resolver.js';
import { transact, type Envelope } from './stock-transact.js';
import { startXmlRpc } from './stock-xmlrpc.js';

async function main(): Promise<void> {
  const app = express();
  app.use(express.json());
  app.post('/v1/proxy', async (request, response) => {
    response.json(await transact(request.body as Envelope));
  });
  const schema = await buildSchema({ resolvers: [StockResolver], validate: false });
  const apollo = new ApolloServer({ schema });
  await apollo.start();
  app.use('/graphql', expressMiddleware(apollo));
  const xmlrpc = await startXmlRpc();
  const server = createServer((request, response) => {
    // The load knows only one port.
    if (request.url === '/RPC2') xmlrpc.emit('request', request, response);
    else app(request, response);
  });
  announce(server);
}

void main();
