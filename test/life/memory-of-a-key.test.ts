/** Tests that a caller with one key cannot fill the memory: the gateway has little of it, and dies where it keeps too much. */
import { startGateway, type TestGateway } from '../support/gateway.js';

const INTEGRATOR = 'cardway_sandbox_integrator';

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startGateway({ env: { NODE_OPTIONS: '--max-old-space-size=256' } });
});

afterEach(async () => {
  expect(await gateway.stop()).toBe(0);
});

async function ask(query: string): Promise<string> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${INTEGRATOR}` },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

it('documents full of comments are forgotten', async () => {
  const comments = '\n#'.repeat(20_000);
  for (let number = 0; number < 200; number += 1)
    expect(await ask(`{ __typename }${comments}${number}`)).toContain('Query');
});
