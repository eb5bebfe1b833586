import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
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
  const link = ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    new GraphQLWsLink(socket),
    new HttpLink({ uri: GRAPHQL, headers: bearer(role) }),
  );
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

const mutation = await clientOf('client').mutate({ mutation: gql(PAY), variables: { input: task.input } });
const operator = clientOf('operator');
const query = await operator.query({ query: gql(LIST) });

/** @type {string[][]} */
const shown = [];
const watched = operator.watchQuery({ query: gql(LIST), fetchPolicy: 'cache-only' }).subscribe(({ data }) => {
  if (data !== undefined) shown.push(statesOf(data));
});
await operator.mutate({ mutation: gql(SETTLE), variables: { requestId: task.requestId } });
await new Promise((resolve) => setTimeout(resolve));
watched.unsubscribe();

const subscription = await new Promise((resolve, reject) => {
  clientOf('integrator')
    .subscribe({ query: gql(FOLLOW), variables: FROM_THE_FIRST })
    .subscribe({ next: resolve, error: reject });
});
say({
  query: query.data,
  mutation: mutation.data,
  subscription: subscription.data,
  cache: shown,
});
