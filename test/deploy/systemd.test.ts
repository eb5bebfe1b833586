import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initPaths } from '../../src/cli/init-files.js';
import { readConfig } from '../../src/platform/config.js';
import { ROOT } from '../tidy/tree.js';

const unit = readFileSync(join(ROOT, 'deploy/systemd/cardway@.service'), 'utf8');
/** The unit as systemd fills it in for `cardway@9401`. */
const filledIn = unit.replaceAll('%i', '9401').replaceAll('%d', '/credentials');
const environment = [...filledIn.matchAll(/^Environment=(.*)$/gm)]
  .flatMap(([, line = '']) => line.split(' '))
  .map((assignment) => assignment.split('=') as [string, string]);
const credentials = [...filledIn.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name = '']) => name);

const SECRETS: Readonly<Record<string, string>> = {
  '/credentials/database-url': 'postgres://cardway:secret@127.0.0.1/cardway',
  '/credentials/master-key': `hex:${'01'.repeat(32)}`,
  '/credentials/signing-key': `hex:${'02'.repeat(32)}`,
};

it('the systemd unit, with the required settings file, serves on a shared port', () => {
  const added = { CARDWAY_DOWNSTREAM_URL: 'https://wallets.internal/calls' };
  const reading = readConfig({
    env: { ...Object.fromEntries(environment), ...added },
    readFile: (path) => SECRETS[path] ?? '',
    isSandbox: false,
  });
  expect(reading).toMatchObject({
    kind: 'ok',
    config: {
      settings: {
        reusePort: true,
        metrics: { port: 9401 },
        databaseUrl: SECRETS['/credentials/database-url'],
      },
    },
  });
  expect(credentials.map((name) => `/credentials/${name}`).sort()).toEqual(Object.keys(SECRETS).sort());
});

it('the systemd unit loads the secrets that cardway init makes in /etc/cardway', () => {
  const loaded = [...filledIn.matchAll(/^LoadCredential=[\w-]+:(.*)$/gm)].map(([, path = '']) => path);
  const { databaseUrl, masterKey, signingKey } = initPaths('/etc/cardway');
  expect(loaded.sort()).toEqual([databaseUrl, masterKey, signingKey].sort());
});
