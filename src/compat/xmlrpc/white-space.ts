/** Text without leading and trailing white space as XML defines it, which leaves no-break spaces in place. */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (start < end && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return trimWhiteSpace(text) === '';
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}
