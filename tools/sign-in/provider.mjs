// A real OpenID provider (oidc-provider) for the tests of the sign-in. It prints its issuer when it listens. The tests set it up
// over `POST /test`: first with the redirect URI of the gateway, and later with the groups of people.
import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import Provider from 'oidc-provider';

/** @type {Map<string, { name?: string, groups: string[] }>} */
const people = new Map();
/** @type {((request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown) | undefined} */
let answer;

const server = createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/test') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { redirectUri, person, ...more } = JSON.parse(Buffer.concat(chunks).toString());
    if (redirectUri !== undefined) answer = providerFor(redirectUri, more).callback();
    if (person !== undefined) people.set(person.id, person);
    response.writeHead(204).end();
  } else if (answer === undefined) response.writeHead(503).end();
  else answer(request, response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
console.log(issuer);
process.on('disconnect', () => process.exit());

function providerFor(redirectUri, { idTokenSeconds = 3600 }) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'cardway',
        client_secret: 'the-secret-of-the-client',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    ttl: {
      IdToken: idTokenSeconds,
      AccessToken: 3600,
      Interaction: 86_400,
      Session: 86_400,
      Grant: 86_400,
    },
    findAccount(_context, id) {
      const person = people.get(id);
      return {
        accountId: id,
        claims: () => ({ sub: id, name: person?.name ?? id, groups: person?.groups ?? [] }),
      };
    },
  });
}
