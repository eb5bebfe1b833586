import type { ReactNode } from 'react';

export function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M6 12h20M6 17h9m4 4 5-4.5-5-4.5" fill="none" stroke="#ffffff" strokeWidth="2.4" />
    </svg>
  );
}
