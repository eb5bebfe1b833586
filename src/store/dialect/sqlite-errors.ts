/** Another connection holds the lock that is needed. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/**
 * The database itself is in trouble (disk full, read-only, input/output error, damaged): no row is at fault, so every
 * operation of the transaction fails. Whatever else goes wrong is one operation's own fault.
 */
export function isTrouble(error: unknown): boolean {
  return /^SQLITE_(?!CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)/.test(sqliteCode(error));
}

/** The driver's result code; told by its form, because the class of the error depends on who loaded the driver first. */
function sqliteCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
