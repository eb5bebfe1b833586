import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { bearer, FOLLOW, FROM_THE_FIRST, LIST, PAY, say, SOCKET, task } from './task.mjs';

/** @param {'client' | 'integrator' | 'operator'} role @param {import('graphql-ws').SubscribePayload} payload */
async function first(role, payload) {
  const client = createClient({ url: SOCKET, webSocketImpl: WebSocket, connectionParams: bearer(role) });
  const { value } = await client.iterate(payload).next();
  return value.data;
}

const mutation = await first('client', { query: PAY, variables: { input: task.input } });
const query = await first('operator', { query: LIST });
const subscription = await first('integrator', { query: FOLLOW, variables: FROM_THE_FIRST });
say({ query, mutation, subscription });
