/** Clients of our own for the four doors of a transaction, independent of src, and a gateway to try them on. */
export { askGraphQL } from './graphql.js';
export { startBench, USUAL, type Bench } from './bench.js';
export * from './calls.js';
export { checksumOf, ownerOf, requestIdOf, signatureOf, type Call } from './call.js';
export {
  DOORS,
  GRAPHQL,
  JSON_PROXY,
  KEY_DOORS,
  KEYS,
  RPC2,
  XML_DOORS,
  XML_PROXY,
  type CallOptions,
  type Door,
} from './doors.js';
export { envelopeOf, graphQLBody, methodCallBody } from './bodies.js';
export type { Heard } from './heard.js';
export { send } from './http.js';
export { KLV_NAMES, klvObject, klvText, SPECIFIED_NAMES } from './klv.js';
export type { LedgerRow } from './ledger.js';
export { positionsOf } from './methods.js';
export { sampleCall } from './samples.js';
