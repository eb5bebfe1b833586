import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { Failure } from './notice.js';

interface Action<Variables> {
  mutate(variables: Variables, options: { readonly onSuccess: () => void }): void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** Shows a button that names its consequences and asks before it acts. */
export function Confirmed<Variables>({
  name,
  subject,
  consequence,
  action,
  variables,
}: {
  readonly name: string;
  readonly subject: string;
  readonly consequence: string;
  readonly action: Action<Variables>;
  readonly variables: Variables;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={`${name} ${subject}`}>
        {name}
      </button>
      {isOpen && (
        <Dialog title={`${name} ${subject}?`} onClose={() => setOpen(false)}>
          <p>{consequence} It is kept in the audit log.</p>
          {action.error !== null && <Failure error={action.error} />}
          <div className="bar">
            <button
              type="button"
              className="main"
              disabled={action.isPending}
              onClick={() => action.mutate(variables, { onSuccess: () => setOpen(false) })}
            >
              {name}
            </button>
            <button type="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
