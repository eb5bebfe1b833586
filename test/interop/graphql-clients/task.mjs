// Task of each client. It prints what it got as one JSON object on standard output.
//
// argv[2]: { url, keys: { client, integrator, operator }, input: DeductInput, requestId }

/** @type {{ url: string, keys: Record<'client' | 'integrator' | 'operator', string>, input: object, requestId: string }} */
export const task = JSON.parse(process.argv[2] ?? '{}');

export const GRAPHQL = `${task.url}/graphql`;
export const SOCKET = GRAPHQL.replace('http', 'ws');
export const STREAM = `${GRAPHQL}/stream`;

/** @param {'client' | 'integrator' | 'operator'} role */
export const bearer = (role) => ({ authorization: `Bearer ${task.keys[role]}` });

export const LIST = `query List($state: TransactionState) {
  transactions(first: 5, filter: { state: $state }) { edges { node { id requestId state } } }
}`;
export const PAY = `mutation Pay($input: DeductInput!) {
  deduct(input: $input) { status requestId response { resultCode } }
}`;
export const SETTLE = `mutation Settle($requestId: String!) {
  settleTransaction(input: { requestId: $requestId, resultCode: -1, reason: "Not booked." }) {
    transaction { id state }
  }
}`;
export const FOLLOW = `subscription Follow($after: ID) {
  events(types: [DIGITIZATION_COMPLETE], after: $after) { id type occurredAt cardId }
}`;
export const FROM_THE_FIRST = { after: 'evt_000000000000' };

/** @param {{ query: unknown, mutation: unknown, subscription: unknown, cache?: string[][] }} heard */
export function say(heard) {
  process.stdout.write(JSON.stringify(heard));
  process.exit(0);
}

/** Returns the states of the transactions in a list. @param {any} data */
export const statesOf = (data) => data.transactions.edges.map((/** @type {any} */ { node }) => node.state);
