/** Returns a key without the line ends and spaces around it, as a file may have them. Null for a text that no header can carry. */
export function readKey(key: string | undefined): string | null {
  const text = key?.trim() ?? '';
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

export const WRONG_KEY = 'key must be an API key: letters, digits, - and _, without spaces.';
