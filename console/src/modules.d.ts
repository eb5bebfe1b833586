declare module '*.css';

declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export { icon as default };
}

/** A runbook, as its Vite plugin turns it into a module. */
declare module '*/runbook.md' {
  const entries: readonly { readonly anchor: string; readonly title: string; readonly html: string }[];
  export { entries as default };
}
