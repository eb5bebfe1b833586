import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askGraphQL } from '../support/channels/graphql.js';
import { send } from '../support/channels/http.js';
import { cookieIn, ofPage, operatorSession, signIn, signOut } from '../support/console-session.js';
import { temporaryFolder } from '../support/gateway.js';
import { startCapturedGateway } from './captured-gateway.js';

it('no session token and no operator key is in the log at level trace, in metrics, in lists or in the database', async () => {
  const folder = temporaryFolder();
  const gateway = await startCapturedGateway({
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
    CARDWAY_LOG_LEVEL: 'trace',
  });
  const { url } = gateway;
  const { data } = await askGraphQL<{ createKey: { secret: string } }>(
    url,
    'mutation { createKey(input: { keyId: "canary", role: OPERATOR }) { secret } }',
  );
  const key = data!.createKey.secret;
  const cookies: string[] = [];
  for (let times = 0; times < 3; times += 1) cookies.push(cookieIn(await signIn(url, key)));
  const [first = '', second = '', third = ''] = cookies;
  for (const cookie of cookies) expect((await operatorSession(url, ofPage(cookie)))?.keyId).toBe('canary');
  // Refused in each way: from another page, twice, after the end, at another path, with a wrong key.
  await send(`${url}/graphql`, { headers: { Cookie: first }, body: '{' });
  await send(`${url}/graphql`, { headers: ofPage(`${first}; ${second}`), body: '{' });
  await send(`${url}/graphql`, { headers: ofPage(second), body: '{' });
  await send(`${url}/v1/proxy`, { headers: ofPage(second), body: '{}' });
  await signIn(url, `${key}x`);
  await signOut(url, ofPage(first));
  expect(await operatorSession(url, ofPage(first))).toBeNull();
  const lists = await askGraphQL(
    url,
    `{ refusedCalls(first: 50) { edges { node { reason field keyId } } }
         auditLog(first: 50) { edges { node { action subject reason before after } } } }`,
  );
  const metrics = (await send(`${url}/metrics`, { method: 'GET' })).bytes.toString();
  const database = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  const running = database();
  expect(await gateway.stop()).toBe(0);
  const places = {
    log: gateway.written(),
    metrics,
    lists: JSON.stringify(lists),
    'running database': running,
    'stopped database': database(),
  };
  // Each place held something to search.
  expect(places.log).toContain('"msg":"call refused"');
  expect(places.metrics).toContain('path="/console/session"');
  expect(places.lists).toContain('sign_out');
  expect(running).toContain('console_sessions');
  const secrets = [key, ...[first, second, third].map((cookie) => cookie.slice(cookie.indexOf('=') + 1))];
  const found = Object.entries(places).flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  );
  expect(found).toEqual([]);
});
