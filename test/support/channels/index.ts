/** Own clients of the four interfaces of a transaction, independent of src, and a gateway for them. */
export { askGraphQL, nodesOf } from './graphql.js';
export { sharedBench, startBench, USUAL, type Bench } from './bench.js';
export * from './calls.js';
export { checksumOf, ownerOf, requestIdOf, signatureOf, type Call } from './call.js';
export {
  CHANNELS,
  GRAPHQL,
  JSON_PROXY,
  KEY_CHANNELS,
  KEYS,
  RPC2,
  XML_CHANNELS,
  XML_PROXY,
  type CallOptions,
  type Channel,
} from './channels.js';
export { envelopeOf, graphQLBody, methodCallBody } from './bodies.js';
export type { Reply } from './reply.js';
export { send } from './http.js';
export { KLV_NAMES, klvObject, klvText, SPECIFIED_NAMES } from './klv.js';
export type { LedgerRow } from './ledger.js';
export { positionsOf } from './methods.js';
export { sampleCall } from './samples.js';
