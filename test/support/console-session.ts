import { KEYS } from './channels/channels.js';
import { send, type HttpReply } from './channels/http.js';

/** Signs in to the console. Resolves with the whole reply. */
export function signIn(
  url: string,
  key: string | null = KEYS.operator,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpReply> {
  const authorization = key === null ? {} : { Authorization: `Bearer ${key}` };
  return send(`${url}/console/session`, { headers: { ...authorization, ...headers } });
}

/** Returns the cookie that a reply sets, as a browser sends it back. */
export function cookieIn({ headers }: HttpReply): string {
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
  return cookie;
}

/** Returns the headers of a browser's request from the page of the console. */
export function ofPage(cookie: string): Record<string, string> {
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
}

interface OperatorSession {
  readonly keyId: string;
  readonly sessionEndsAt: string | null;
  readonly sessionIdleEndsAt: string | null;
}

/** Asks who is signed in. Null where the gateway does not authenticate the caller. */
export async function operatorSession(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<OperatorSession | null> {
  const body = '{"query":"{ operatorSession { keyId sessionEndsAt sessionIdleEndsAt } }"}';
  const { status, bytes } = await send(`${url}/graphql`, { headers, body });
  if (status === 401) return null;
  const { data } = JSON.parse(bytes.toString()) as { data: { operatorSession: OperatorSession } };
  return data.operatorSession;
}

export function signOut(url: string, headers: Readonly<Record<string, string>>): Promise<HttpReply> {
  return send(`${url}/console/session`, { method: 'DELETE', headers });
}
