/** Kinds of ids that lead to a page. */
export type IdKind =
  | 'transaction'
  /** Id that the caller gave a transaction, which several may have. */
  | 'transactionId'
  | 'wallet'
  | 'terminal'
  | 'card'
  | 'customer'
  | 'programme'
  | 'key'
  | 'attempt'
  | 'token'
  | 'event'
  | 'endpoint';

/** Addresses of the pages of ids. A page of its own for one of them changes one line here. */
const ADDRESSES: Readonly<Record<IdKind, (id: string) => string>> = {
  transaction: (id) => `/transactions/${id}`,
  transactionId: (id) => `/transactions?id=${id}`,
  wallet: (id) => `/wallets/${id}`,
  terminal: (id) => `/terminals/${id}`,
  card: (id) => `/cards/${id}`,
  customer: (id) => `/transactions?customer=${id}`,
  programme: (id) => `/programmes/${id}`,
  key: (id) => `/keys/${id}`,
  attempt: (id) => `/provisioning/${id}`,
  token: (id) => `/digitizations?token=${id}`,
  event: (id) => `/events/log/${id}`,
  endpoint: (id) => `/endpoints/${id}`,
};

/** Returns the address of the page of an id. */
export function addressOf(kind: IdKind, id: string | number): string {
  return ADDRESSES[kind](encodeURIComponent(id));
}
