/**
 * Returns a cursor in a list ordered by name: the list continues after `name`. `list` separates its cursors from those of other
 * lists.
 */
export function namedCursor(list: string, name: string): string {
  return Buffer.from(`${list}:${name}`, 'utf8').toString('base64url');
}

/** Reads the name in a cursor. Null for a text that is not a cursor of this list. */
export function nameInCursor(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return text.startsWith(`${list}:`) && text.length > list.length + 1 ? text.slice(list.length + 1) : null;
}
