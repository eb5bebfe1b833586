/** Runs work in a span of its own; what it does in other layers is found below that. `about` holds identifiers only. */
export type TraceWork = <Result>(
  name: string,
  about: { readonly requestId: string; readonly methodName: string },
  work: () => Promise<Result>,
) => Promise<Result>;
