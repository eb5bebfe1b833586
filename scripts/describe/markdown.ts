/** Parts of Markdown that the generated pages are made of. */

/** Escapes what Markdown or a table would read as its own, outside of code. */
export function prose(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[<*[]/g, '\\$&') : part))
    .join('`');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return rows.length === 0 ? [] : [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/** Returns a section whose heading is the name of a thing of the code. */
export function section(name: string, description: string, ...rest: readonly string[]): string[] {
  return [`### \`${name}\``, '', ...(description === '' ? [] : [description, '']), ...rest];
}
