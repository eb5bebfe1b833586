declare module '*.css';

/** A runbook, as its Vite plugin turns it into a module. */
declare module '*/runbook.md' {
  const entries: readonly { readonly anchor: string; readonly title: string; readonly html: string }[];
  export { entries as default };
}
