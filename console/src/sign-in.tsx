import { Alert, Button, Center, Paper, PasswordInput, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState, type SyntheticEvent, type ReactNode } from 'react';
import { GatewayError, isOfRole, sentenceOf } from './gateway/gateway-error.js';
import { Mark } from './parts/mark.js';
import { keepPage, SIGN_IN_HOST } from './provider.js';

/** The sandbox's public key; empty on every other gateway. */
const SANDBOX_KEY =
  document.querySelector<HTMLMetaElement>('meta[name="cardway-sandbox-key"]')?.content ?? '';

const ANOTHER_ROLE =
  'This key is known, but it has another role. The console needs a key of role auditor, settler, custodian or operator.';

const TOO_MANY = 'Too many wrong keys came from this address. Wait a minute and try again.';

/** Returns why a key did not sign in. */
function refusalText(error: unknown): string {
  if (isOfRole(error)) return ANOTHER_ROLE;
  return error instanceof GatewayError && error.code === 'RATE_LIMITED' ? TOO_MANY : sentenceOf(error);
}

/** Leads to the OpenID provider, and back to the page of the address. */
function ProviderLink(): ReactNode {
  const to = `${location.pathname}${location.search}`;
  return (
    <Button
      component="a"
      variant="filled"
      fullWidth
      href={`/console/sign-in?${new URLSearchParams({ to }).toString()}`}
      onClick={keepPage}
    >
      Sign in with {SIGN_IN_HOST}
    </Button>
  );
}

/** Asks for an operator key, and opens a session with it. Where people sign in at a provider, it leads there. */
export function SignIn({
  message,
  signIn,
}: {
  /** Why the page asks. */
  readonly message: string | null;
  readonly signIn: (key: string) => Promise<void>;
}): ReactNode {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useDocumentTitle('Sign in · Cardway console');

  const attempt = (tried: string): void => {
    setBusy(true);
    setProblem(null);
    signIn(tried).catch((error: unknown) => {
      setProblem(refusalText(error));
      setBusy(false);
    });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (key.trim() === '') setProblem('Enter a key.');
    else attempt(key.trim());
  };
  const shown = problem ?? message;
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="md" p="xl" w="min(24rem, 100%)">
        <Stack>
          <Title order={1}>
            <Mark /> Cardway console
          </Title>
          {shown !== null && (
            <Alert color={problem === null ? 'blue' : 'red'} role="alert">
              {shown}
            </Alert>
          )}
          {SIGN_IN_HOST !== '' && <ProviderLink />}
          {SIGN_IN_HOST === '' && (
            <Stack component="form" onSubmit={submit} aria-busy={isBusy}>
              <PasswordInput
                label="Operator key"
                name="key"
                value={key}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                description="It opens a session and is not kept in this browser."
                onChange={(event) => setKey(event.currentTarget.value)}
              />
              <Button type="submit" variant="filled" loading={isBusy} fullWidth>
                Sign in
              </Button>
            </Stack>
          )}
          {SIGN_IN_HOST === '' && SANDBOX_KEY !== '' && (
            <>
              <p className="muted">
                This is the sandbox. Its operator key is <code>{SANDBOX_KEY}</code>.
              </p>
              <Button variant="light" disabled={isBusy} onClick={() => attempt(SANDBOX_KEY)}>
                Use it
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
