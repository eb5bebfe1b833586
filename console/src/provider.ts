/** Host of the OpenID provider where people sign in; empty where they sign in with a key. */
export const SIGN_IN_HOST =
  document.querySelector<HTMLMetaElement>('meta[name="cardway-sign-in"]')?.content ?? '';

/** Sentences for what a sign-in at the provider led to, by the word in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  refused:
    'The sign-in was refused. Try again. If it happens again, an operator finds the reason in the refused calls.',
  'no-role': 'You are known, but none of your groups has a role here. Ask an operator of this gateway.',
  expired: 'The sign-in took too long, or it began in another browser. Try again.',
  unreachable: 'The OpenID provider cannot be reached. Try again later.',
};

/** Where the page is kept at which a sign-in began. The gateway leads back to it only after one that succeeds. */
const BEGUN = 'cardway-sign-in-at';

/** Keeps the page at which a sign-in begins. */
export function keepPage(): void {
  sessionStorage.setItem(BEGUN, `${location.pathname}${location.search}`);
}

/**
 * Returns the sentence for a sign-in that failed; null for none. It removes the word from the address, and puts the page there at
 * which the sign-in began.
 */
export function takeProblem(): string | null {
  const { pathname, searchParams } = new URL(location.href);
  const begun = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  const word = searchParams.get('sign-in');
  if (word === null) return null;
  history.replaceState(null, '', begun ?? pathname);
  return PROBLEMS[word] ?? null;
}
