declare module '*.css';

declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export { icon as default };
}

/** A runbook, as its Vite plugin turns it into a module. */
declare module '*/runbook.md' {
  export type RunbookBlock =
    | { readonly kind: 'html'; readonly html: string }
    | { readonly kind: 'commands'; readonly commands: readonly string[] };
  const entries: readonly {
    readonly anchor: string;
    readonly title: string;
    readonly blocks: readonly RunbookBlock[];
  }[];
  export { entries as default };
}
