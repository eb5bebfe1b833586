import { rmSync } from 'node:fs';
import { cardway, databaseIn } from '../cli/command.js';
import { until } from '../life/until.js';
import { KEYS } from '../support/channels/channels.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

let folder: string;
let gateway: TestGateway;
let env: Record<string, string>;

beforeAll(async () => {
  folder = temporaryFolder();
  env = databaseIn(folder);
  gateway = await startGateway({ folder });
});

afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const codeOf = async (key: string): Promise<string | undefined> => {
  const { errors } = await askGraphQL(gateway.url, '{ wallets(first: 1) { edges { cursor } } }', { key });
  return errors[0]?.extensions.code;
};

it('a running gateway accepts a key made at the command line, and refuses it once revoked', async () => {
  const made = await cardway(['keys', 'create', 'late', '--role', 'operator'], env);
  const { secret } = JSON.parse(made.out) as { secret: string };
  expect(await codeOf(secret)).toBeUndefined();
  await cardway(['keys', 'revoke', 'late'], env);
  await until('the revoked key is refused', async () => (await codeOf(secret)) === 'UNAUTHENTICATED', 60_000);
  expect(await codeOf(KEYS.operator)).toBeUndefined();
});

it('programmes and endpoints are shown one by one', async () => {
  const programme = await cardway(['programmes', 'show', 'sandbox', '--json'], env);
  expect(JSON.parse(programme.out)).toMatchObject({ programme: 'sandbox', digits: 8 });
  expect(await cardway(['programmes', 'show', 'nowhere'], env)).toMatchObject({
    status: 1,
    err: 'No programme has this name. (NOT_FOUND)\n',
  });
  const added = await askGraphQL<{ addEndpoint: { endpoint: { id: string } } }>(
    gateway.url,
    'mutation { addEndpoint(input: { programme: "sandbox", url: "https://93.184.216.34/hook" }) { endpoint { id } } }',
  );
  const id = added.data?.addEndpoint.endpoint.id ?? '';
  const shown = await cardway(['endpoints', 'show', id, '--url', gateway.url, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({ id, enabled: true });
  expect(await cardway(['endpoints', 'show', 'ep_none', '--url', gateway.url])).toMatchObject({ status: 1 });
});
