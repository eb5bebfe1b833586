/** Returns a value as JSON with line breaks. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns JSON and XML with line breaks, and other text unchanged. */
export function readable(text: string): string {
  try {
    return asJson(JSON.parse(text));
  } catch {
    return text.trimStart().startsWith('<') ? indentedXml(text) : text;
  }
}

/** Returns XML with one line for each element, for reading only. */
function indentedXml(text: string): string {
  let depth = 0;
  return text
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const indented = `${'  '.repeat(depth)}${line}`;
      if (/^<[^!?/][^>]*[^/]>$/.test(line)) depth += 1;
      return indented;
    })
    .join('\n')
    .replace(
      /<param>\s*<value>\s*(<[^>]+>[^<]*<\/[^>]+>)\s*<\/value>\s*<\/param>/g,
      '<param><value>$1</value></param>',
    );
}
