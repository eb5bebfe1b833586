import { KEYS, type Channel } from '../support/doors/index.js';

export const BEARER = `Bearer ${KEYS.client}`;

/** Path of a door, by its name. */
export const PATHS: Readonly<Record<string, string>> = {
  'JSON on /v1/proxy': '/v1/proxy',
  'XML on /v1/proxy': '/v1/proxy',
  'XML on /RPC2': '/RPC2',
  GraphQL: '/graphql',
};

/** What this door wants, as header lines. */
export function headerLines(door: Channel): string[] {
  const type = door.takesKey ? 'application/json' : 'text/xml';
  return [`Content-Type: ${type}`, ...(door.takesKey ? [`Authorization: ${BEARER}`] : [])];
}
