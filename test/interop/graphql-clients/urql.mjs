import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import {
  bearer,
  FOLLOW,
  FROM_THE_FIRST,
  GRAPHQL,
  LIST,
  PAY,
  say,
  SETTLE,
  SOCKET,
  statesOf,
  task,
} from './task.mjs';

/** @param {'client' | 'integrator' | 'operator'} role */
function clientOf(role) {
  const socket = createClient({ url: SOCKET, webSocketImpl: WebSocket, connectionParams: bearer(role) });
  return new Client({
    url: GRAPHQL,
    preferGetMethod: false,
    fetchOptions: { headers: bearer(role) },
    exchanges: [
      // Results that are part of another object have no id.
      cacheExchange({ keys: { TransactionResult: () => null, TransactionResponse: () => null } }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ query, variables }, /** @type {any} */ (sink)),
          }),
        }),
      }),
    ],
  });
}

const mutation = await clientOf('client').mutation(PAY, { input: task.input }).toPromise();
const operator = clientOf('operator');
const query = await operator.query(LIST, {}).toPromise();

/** @type {string[][]} */
const shown = [];
const { unsubscribe } = operator.query(LIST, {}, { requestPolicy: 'cache-only' }).subscribe(({ data }) => {
  if (data !== undefined) shown.push(statesOf(data));
});
await operator.mutation(SETTLE, { requestId: task.requestId }).toPromise();
unsubscribe();

const subscription = await new Promise((resolve) => {
  clientOf('integrator').subscription(FOLLOW, FROM_THE_FIRST).subscribe(resolve);
});
say({
  query: query.data,
  mutation: mutation.data,
  subscription: subscription.data,
  cache: shown,
});
