declare module '@usebruno/lang' {
  interface Pair {
    readonly name: string;
    readonly value: string;
  }

  /** Parses a request. The type declares only the part that this project reads. */
  export function bruToJsonV2(text: string): {
    readonly meta: { readonly name: string };
    readonly http: { readonly method: string; readonly url: string; readonly auth: string };
    readonly headers?: readonly Pair[];
    readonly auth?: { readonly bearer?: { readonly token: string } };
    readonly body?: { readonly json?: string; readonly xml?: string };
    readonly vars?: { readonly res?: readonly Pair[] };
    readonly assertions?: readonly Pair[];
  };

  export function bruToEnvJsonV2(text: string): { readonly variables: readonly Pair[] };
}
