/** A person as the OpenID provider names it. */
export interface Person {
  /** Unique at the provider, and never given to another person. */
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** Values of a sign-in that has begun. Only the browser that began it has them. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

export type Identified =
  | { readonly kind: 'person'; readonly person: Person }
  /** The provider, or a check of its answer, refuses. The reason is for operators. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isOfClock?: boolean }
  /** The provider cannot be asked now. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The OpenID provider. */
export interface IdentityProvider {
  /** Asks the provider for its addresses. Returns null where it answers as it must; else why sign-ins cannot work. */
  check(): Promise<string | null>;
  /** Begins a sign-in. Returns the address that the browser goes to; null where the provider cannot be reached. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: PendingSignIn } | null>;
  /** Ends a sign-in with the address that the browser came back to. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identified>;
}
