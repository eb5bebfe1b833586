import { KEYS, type Channel } from '../support/channels/index.js';

export const BEARER = `Bearer ${KEYS.client}`;

/** Path of an interface, by its name. */
export const PATHS: Readonly<Record<string, string>> = {
  'JSON on /v1/proxy': '/v1/proxy',
  'XML on /v1/proxy': '/v1/proxy',
  'XML on /RPC2': '/RPC2',
  GraphQL: '/graphql',
};

/** Returns the header lines that this interface needs. */
export function headerLines(channel: Channel): string[] {
  const type = channel.takesKey ? 'application/json' : 'text/xml';
  return [`Content-Type: ${type}`, ...(channel.takesKey ? [`Authorization: ${BEARER}`] : [])];
}
