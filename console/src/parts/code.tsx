import type { ReactNode } from 'react';
import { CopyIcon } from './copy.js';

/** Shows a text unchanged, with a button to copy it. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className="code">
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <CopyIcon text={text} label={`Copy: ${label}`} />
    </div>
  );
}
