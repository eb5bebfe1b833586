/** A person as the OpenID provider names it. */
export interface Person {
  /** Unique at the provider, and never given to another person. */
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** Null where the provider gave none. */
  readonly refreshToken: string | null;
  /** Time for which the provider vouches for this, from now on. */
  readonly lifetimeMs: number;
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

/** A sign-in on another device (RFC 8628). */
export interface DeviceSignIn {
  /** Secret with which the sign-in is finished. */
  readonly deviceCode: string;
  /** Text that the person compares, or enters at the address. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** Address that holds the code already; null where the provider has none. */
  readonly verificationUriComplete: string | null;
  readonly expiresInSeconds: number;
  /** Pause between two questions. */
  readonly intervalSeconds: number;
}

export type DeviceBegun =
  | { readonly kind: 'begun'; readonly device: DeviceSignIn }
  /** The provider has no device flow, or not for this client. */
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

export type DeviceIdentified =
  | Identified
  /** The person has not finished. `isTooFast`: the pause must grow by 5 s. */
  | { readonly kind: 'pending'; readonly isTooFast: boolean }
  | { readonly kind: 'expired' | 'denied' };

/** The OpenID provider. */
export interface IdentityProvider {
  /** Asks the provider for its addresses. Returns null where it answers as it must; else why sign-ins cannot work. */
  check(): Promise<string | null>;
  /** Begins a sign-in. Returns the address that the browser goes to; null where the provider cannot be reached. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: PendingSignIn } | null>;
  /** Ends a sign-in with the address that the browser came back to. */
  finish(callback: URL, pending: PendingSignIn): Promise<Identified>;
  /** Begins a sign-in on another device. */
  beginDevice(): Promise<DeviceBegun>;
  /** Asks once whether the person has signed in on the other device. */
  finishDevice(deviceCode: string): Promise<DeviceIdentified>;
  /**
   * Asks again for the person with this subject, with the refresh token of the last answer. `keep` gets the next one before
   * anything else may fail: many providers take a token once.
   */
  again(
    refreshToken: string,
    session: { readonly subject: string; readonly keep: (next: string) => Promise<void> },
  ): Promise<Identified>;
}
