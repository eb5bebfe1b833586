import type { ConsoleBench } from './bench.js';

/** Ids of a transaction in doubt, an event, an attempt and an endpoint. */
export interface Found {
  readonly requestId: string;
  readonly eventId: string;
  readonly attemptId: string;
  readonly endpointId: string;
}

/** Finds data that earlier chapters left. */
export async function find(bench: ConsoleBench): Promise<Found> {
  const { transactions, events, provisioningAttempts, endpoints } = await bench.ask<{
    transactions: { edges: { node: { requestId: string } }[] };
    events: { edges: { node: { id: string } }[] };
    provisioningAttempts: { edges: { node: { id: string } }[] };
    endpoints: { edges: { node: { id: string } }[] };
  }>(
    'operator',
    `{ transactions(filter: { state: IN_DOUBT }, first: 1) { edges { node { requestId } } }
       events(filter: { type: ENDPOINT_TEST }, first: 1) { edges { node { id } } }
       provisioningAttempts(first: 1) { edges { node { id } } }
       endpoints(first: 1) { edges { node { id } } } }`,
  );
  return {
    requestId: String(transactions.edges[0]?.node.requestId),
    eventId: String(events.edges[0]?.node.id),
    attemptId: String(provisioningAttempts.edges[0]?.node.id),
    endpointId: String(endpoints.edges[0]?.node.id),
  };
}
