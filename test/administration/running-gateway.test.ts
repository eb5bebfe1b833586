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

afterAll(() => gateway.stop());

const codeOf = async (key: string): Promise<string | undefined> => {
  const { errors } = await askGraphQL(gateway.url, '{ wallets(first: 1) { edges { cursor } } }', { key });
  return errors[0]?.extensions.code;
};

it('a running gateway accepts a key made in its database, and refuses it once revoked', async () => {
  const made = await cardway(['keys', 'bootstrap', 'late', '--reason', 'the other one is lost'], env);
  const { secret } = JSON.parse(made.out) as { secret: string };
  expect(await codeOf(secret)).toBeUndefined();
  await cardway(['keys', 'revoke', 'late', '--url', gateway.url]);
  await until('the revoked key is refused', async () => (await codeOf(secret)) === 'UNAUTHENTICATED', 60_000);
  expect(await codeOf(KEYS.operator)).toBeUndefined();
});
