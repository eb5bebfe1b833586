import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PROCESS_ENV } from '../gateway.js';
import { movedClock } from '../moved-clock.js';

const PROVIDER = resolve(__dirname, '..', '..', '..', 'tools', 'sign-in', 'provider.mjs');

interface PersonOfProvider {
  readonly id: string;
  readonly name?: string;
  readonly groups: readonly string[];
}

/** An OpenID provider in its own process. */
export interface TestProvider {
  readonly issuer: string;
  /** Registers the gateway. Must run before the first sign-in. */
  register(
    gatewayUrl: string,
    options?: {
      readonly idTokenSeconds?: number;
    },
  ): Promise<void>;
  setPerson(person: PersonOfProvider): Promise<void>;
  stop(): Promise<void>;
}

/** `aheadMs`: difference of its clock from the machine's. */
export async function startProvider({
  aheadMs = 0,
}: { readonly aheadMs?: number } = {}): Promise<TestProvider> {
  const env = { ...PROCESS_ENV, ...movedClock({ aheadMs }) };
  const child = spawn(process.execPath, [PROVIDER], { env, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new Error('The provider has no output.');
  const [issuer] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const post = async (body: object): Promise<void> => {
    const { status } = await fetch(`${issuer}/test`, { method: 'POST', body: JSON.stringify(body) });
    if (status !== 204) throw new Error(`The provider answered ${String(status)}.`);
  };
  return {
    issuer,
    register: (url, options) => post({ redirectUri: `${url}/console/sign-in/callback`, ...options }),
    setPerson: (person) => post({ person }),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns the settings of a gateway whose people sign in at this provider. */
export function signInSettings({ issuer }: Pick<TestProvider, 'issuer'>): Record<string, string> {
  return {
    CARDWAY_SIGN_IN_ISSUER: issuer,
    CARDWAY_SIGN_IN_CLIENT_ID: 'cardway',
    CARDWAY_SIGN_IN_CLIENT_SECRET: 'the-secret-of-the-client',
    CARDWAY_SIGN_IN_ROLES: 'money=settler, audit=auditor, ops=operator',
    CARDWAY_SIGN_IN_SCOPES: 'openid profile',
  };
}
