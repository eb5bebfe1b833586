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

/** Returns the sentence for a sign-in that failed; null for none. It removes the word from the address. */
export function takeProblem(): string | null {
  const { pathname, searchParams } = new URL(location.href);
  const word = searchParams.get('sign-in');
  if (word === null) return null;
  history.replaceState(null, '', pathname);
  return PROBLEMS[word] ?? null;
}
