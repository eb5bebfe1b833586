import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askGraphQL, deduct, JSON_PROXY, RPC2 } from '../support/doors/index.js';
import { runCli, startGateway, temporaryFolder } from '../support/gateway.js';

const folder = temporaryFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('graphql.trustedDocuments', () => {
  it('serves what the file holds, what our own clients send, and nothing else', async () => {
    const path = fileWith(
      'operations.graphql',
      'query Last($n: Int) { transactions(first: $n) { edges { node { requestId } } } }',
    );
    const gateway = await startGateway({ env: { CARDWAY_GRAPHQL_TRUSTED_DOCUMENTS: path } });
    try {
      const known = await askGraphQL(
        gateway.url,
        'query Last($n: Int) {\n  transactions(first: $n) { edges { node { requestId } } }\n}',
        { variables: { n: 3 } },
      );
      expect([known.errors, known.data]).toEqual([[], { transactions: { edges: [] } }]);
      const other = await askGraphQL(gateway.url, '{ transactions(first: 3) { edges { cursor } } }');
      expect([other.data, other.errors[0]?.extensions.code]).toEqual([null, 'BAD_REQUEST']);
      for (const door of [JSON_PROXY, RPC2]) {
        expect((await door.call(gateway.url, deduct())).resultCode).toBe(1);
      }
      const sent = await runCli(['send', 'Balance', '--url', gateway.url, '--door', 'graphql', '--json']);
      expect([sent.err, sent.status]).toEqual(['', 0]);
    } finally {
      await gateway.stop();
    }
  });

  it.each([
    ['is not there', join(folder, 'nowhere.graphql'), /nowhere\.graphql cannot be read \(ENOENT\)/],
    [
      'is not GraphQL',
      fileWith('broken.graphql', 'query {'),
      /graphql\.trustedDocuments cannot be used: Syntax Error/,
    ],
  ])('says at the start that the file %s', async (_what, path, message) => {
    const { status, err } = await runCli(['serve', '--sandbox', '--port', '0'], {
      CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}`,
      CARDWAY_GRAPHQL_TRUSTED_DOCUMENTS: path,
    });
    expect(status).toBe(1);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/ at .*\.js:/);
  });
});
