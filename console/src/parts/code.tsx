import { useState, type ReactNode } from 'react';

/** Shows a text unchanged, with a button to copy it. */
export function Code({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [message, setMessage] = useState('');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage('The browser does not let this page copy'),
    );
  };
  return (
    <div className="code">
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <button type="button" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span className="muted" role="status">
        {message}
      </span>
    </div>
  );
}

export function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns XML with one line for each element, for reading only. */
export function indentedXml(text: string): string {
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
