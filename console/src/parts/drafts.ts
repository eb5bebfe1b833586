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

/** Returns the values of a form's fields, which are kept as a draft, and functions to change some of them and to drop the draft. */
export function useDraftFields<Fields>(
  title: string,
  first: Fields,
): readonly [fields: Fields, set: (change: Partial<Fields>) => void, drop: () => void] {
  const [draft, keep, drop] = useDraft(title, first);
  const [fields, setFields] = useState(draft);
  const set = (change: Partial<Fields>): void => {
    const next = { ...fields, ...change };
    setFields(next);
    keep(next);
  };
  return [fields, set, drop];
}

/** Drops all drafts, because another person may come. */
export function dropDrafts(): void {
  drafts.clear();
}
