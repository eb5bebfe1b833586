import type * as Client from 'openid-client';
import { isLoopbackHost, hostIn } from '../core/access/sandbox-caller.js';
import { groupsIn } from '../core/access/sign-in.js';
import type { Identified, IdentityProvider, Person } from '../use-cases/access/identity-port.js';

interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly groupsClaim: string;
}

/** Time for one question to the provider. */
export const PROVIDER_TIMEOUT_MS = 5000;
/** Difference of the clocks of gateway and provider that a sign-in tolerates. */
const CLOCK_TOLERANCE_SECONDS = 330;

/**
 * Creates the client of an OpenID provider (OpenID Connect Core 1.0, authorization code with PKCE). Its package is loaded and the
 * provider is asked for its addresses at the first sign-in, so that a start needs neither.
 */
export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  let opening: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opening ??= discover(settings).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return {
    check: () =>
      open().then(
        () => null,
        (error: unknown) => reasonOf(error),
      ),
    async begin(redirectUri) {
      const opened = await open().catch(() => null);
      if (opened === null) return null;
      const { client, config } = opened;
      const verifier = client.randomPKCECodeVerifier();
      const pending = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },
    async finish(callback, { state, nonce, verifier }) {
      try {
        const opened = await open();
        const tokens = await opened.client.authorizationCodeGrant(opened.config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return { kind: 'refused', reason: 'The provider sent no ID token.' };
        return { kind: 'person', person: await personOf(opened, tokens, claims, settings.groupsClaim) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

async function personOf(
  { client, config }: Opened,
  tokens: Tokens,
  claims: Client.IDToken,
  groupsClaim: string,
): Promise<Person> {
  const inToken = claims[groupsClaim];
  // Some providers put groups, and names, only into the answer of their userinfo endpoint.
  const more =
    inToken === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims };
  return {
    subject: claims.sub,
    name: nameIn(all),
    groups: groupsIn(all[groupsClaim]),
  };
}

function nameIn(claims: Readonly<Record<string, unknown>>): string {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

interface Opened {
  readonly client: typeof Client;
  readonly config: Client.Configuration;
}

type Tokens = Client.TokenEndpointResponse & Client.TokenEndpointResponseHelpers;

async function discover(settings: ProviderSettings): Promise<Opened> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = settings;
  const url = new URL(issuer);
  const isPlain = url.protocol === 'http:' && isLoopbackHost(hostIn(url.host) ?? '');
  const config = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      timeout: PROVIDER_TIMEOUT_MS / 1000,
      // Also checks the signature of ID tokens, beside the TLS that brought them. Plain http is for a provider on this machine.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  );
  return { client, config };
}

/**
 * Tells a provider that refuses from one that cannot be reached. Only an answer of the provider, or a failed check of it, is a
 * refusal, unless its status asks to try later. Messages of the library name the failed check; they hold no token.
 */
function failureOf(error: unknown): Identified {
  const { code = '', error: answer, status = 400 } = error as Failure;
  const reason = reasonOf(error);
  const isLater = status >= 500 || status === 408 || status === 429;
  const isRefused = !isLater && (answer !== undefined || AUTH_CHECKS.has(code));
  if (!isRefused) return { kind: 'unreachable', reason };
  return { kind: 'refused', reason, isOfClock: code === CLOCK_CHECK };
}

function reasonOf(failure: unknown): string {
  const { name = 'Error', message, code, error } = failure as Failure;
  return [name, code, error, message, networkCodeOf(failure)].filter((part) => part !== undefined).join(': ');
}

/** Code of the system for a failed connection, which libraries wrap in errors of their own. */
function networkCodeOf(failure: unknown): string | undefined {
  const { cause } = failure as Failure;
  if (cause === undefined) return undefined;
  return networkCodeOf(cause) ?? (cause as Failure).code;
}

const CLOCK_CHECK = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

interface Failure {
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
  readonly cause?: unknown;
  /** Error code of OAuth 2.0, for example `invalid_grant`. */
  readonly error?: string;
}

/**
 * Codes of openid-client for an answer that came and is wrong. A key that is not found is none: the library reads the keys of the
 * provider once a minute at most, so that it does not know a new one at once.
 */
const AUTH_CHECKS: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_INVALID_REQUEST',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  CLOCK_CHECK,
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);
