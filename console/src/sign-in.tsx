import { useEffect, useState, type SyntheticEvent, type ReactNode } from 'react';
import { GatewayError, sentenceOf } from './gateway/ask.js';
import { storedKey } from './gateway/session.js';
import { TextField } from './parts/field.js';
import { Mark } from './parts/mark.js';
import { ThemeSwitch } from './parts/theme-switch.js';

const SANDBOX_KEY =
  document.querySelector<HTMLMetaElement>('meta[name="cardway-sandbox-key"]')?.content ?? '';

export function SignIn({
  message,
  signIn,
}: {
  readonly message: string | null;
  readonly signIn: (key: string) => Promise<void>;
}): ReactNode {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(message);
  const [isBusy, setBusy] = useState(() => storedKey.read() !== null);

  const attempt = (tried: string): void => {
    setBusy(true);
    signIn(tried).catch((error: unknown) => {
      if (isWrongKey(error)) storedKey.invalidate();
      setProblem(sentenceOf(error));
      setBusy(false);
    });
  };
  // Signs in again after a reload of the tab.
  useEffect(() => {
    document.title = 'Sign in · Cardway console';
    const stored = storedKey.read();
    if (stored !== null) attempt(stored);
  }, []);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setProblem(null);
    if (key.trim() === '') setProblem('Enter a key.');
    else attempt(key.trim());
  };
  return (
    <main className="sign-in">
      <h1>
        <Mark /> Cardway console
      </h1>
      <form onSubmit={submit} aria-busy={isBusy}>
        <TextField
          label="Operator key"
          type="password"
          name="key"
          value={key}
          autoFocus
          spellCheck={false}
          hint="Kept until this tab is closed, and sent to this gateway only."
          onChange={(event) => setKey(event.target.value)}
        />
        {problem !== null && (
          <p className="notice bad" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        {SANDBOX_KEY !== '' && (
          <p className="muted">
            This is the sandbox. Its operator key is <code>{SANDBOX_KEY}</code>.{' '}
            <button type="button" className="link" disabled={isBusy} onClick={() => attempt(SANDBOX_KEY)}>
              Use it
            </button>
          </p>
        )}
      </form>
      <ThemeSwitch />
    </main>
  );
}

/** Returns true for a refused key. An unreachable gateway must not remove the stored key at a reload. */
function isWrongKey(error: unknown): boolean {
  return error instanceof GatewayError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');
}
