/** Returns a value as JSON with line breaks. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns JSON with line breaks, and other text unchanged. */
export function readable(text: string): string {
  try {
    return asJson(JSON.parse(text));
  } catch {
    return text;
  }
}
