import { useState } from 'react';

/** Drafts by page and dialog. They outlive a dialog that the end of a session, or a click beside it, closes. */
const drafts = new Map<string, unknown>();

/** Returns the draft that a person left in the dialog of this title, else the given one, and functions to keep and drop it. */
export function useDraft<Draft>(
  title: string,
  first: Draft,
): readonly [draft: Draft, keep: (draft: Draft) => void, drop: () => void] {
  const name = `${location.pathname} ${title}`;
  const [draft] = useState(() => (drafts.get(name) as Draft | undefined) ?? first);
  return [draft, (next) => drafts.set(name, next), () => drafts.delete(name)];
}

/** Drops all drafts, because another person may come. */
export function dropDrafts(): void {
  drafts.clear();
}
