/** Where a list goes on that is ordered by name: the text after which it does. `list` tells its cursors from those of another. */
export function namedCursor(list: string, name: string): string {
  return Buffer.from(`${list}:${name}`, 'utf8').toString('base64url');
}

/** Null for what is no cursor of this list. */
export function nameInCursor(list: string, cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return text.startsWith(`${list}:`) && text.length > list.length + 1 ? text.slice(list.length + 1) : null;
}
