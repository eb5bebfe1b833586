import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config.js';
import { cardway } from '../cli/command.js';
import { ROOT } from '../tidy/tree.js';
import { unknownNames } from './known-names.js';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, unknown>>;
}

const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'cardway');
const nginx = readFileSync(join(ROOT, 'deploy/nginx/nginx.conf'), 'utf8');

describe('the compose file', () => {
  it('runs two gateways, the migration before them, PostgreSQL and a proxy', () => {
    expect(services.map(([name]) => name).sort()).toEqual([
      'gateway-1',
      'gateway-2',
      'migrate',
      'postgres',
      'proxy',
    ]);
    for (const name of ['gateway-1', 'gateway-2']) {
      expect(compose.services[name]?.depends_on).toHaveProperty('migrate');
    }
  });

  it('names only existing services, secrets, networks and files', () => {
    for (const [, service] of services) {
      for (const name of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(name);
      for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty([name]);
      for (const name of service.networks) expect(compose.networks).toHaveProperty(name);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) expect(existsSync(join(ROOT, 'deploy', from))).toBe(true);
      }
    }
    const { build } = compose.services['gateway-1'] ?? {};
    expect(existsSync(join(ROOT, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
  });

  it.each(ours)('starts %s with a command and settings that the program knows', async (_name, service) => {
    expect(unknownNames(Object.keys(service.environment ?? {}))).toEqual([]);
    expect(service.read_only).toBe(true);
    const { status, out } = await cardway([...(service.command ?? []), '--help']);
    expect([status, out]).toEqual([0, expect.stringContaining(`cardway ${service.command?.[0] ?? ''}`)]);
  });

  it('gives a gateway a configuration without problems', () => {
    const { environment = {} } = compose.services['gateway-1'] ?? {};
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value
          .replace(/\$\{CARDWAY_DOWNSTREAM_URL:[^}]*\}/, 'https://wallets.internal/calls')
          .replace(/\$\{[^}]*\}/, 'x'),
      ]),
    );
    const reading = readConfig({
      env: { CARDWAY_HOST: '0.0.0.0', ...env },
      readFile: () => `hex:${'5e'.repeat(32)}\n`,
      isSandbox: false,
    });
    expect(reading).toMatchObject({ kind: 'ok' });
  });

  it('has a proxy that knows the gateways, and passes headers with underscores', () => {
    const upstreams = [...nginx.matchAll(/server (\S+):(\d+);/g)].map((match) => match[1]);
    expect(upstreams).toEqual(['gateway-1', 'gateway-2']);
    expect(nginx).toMatch(/^\s*underscores_in_headers on;/m);
  });
});
