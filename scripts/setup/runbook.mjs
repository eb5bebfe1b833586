// Vite plugin that turns a runbook (docs/runbook.md) into a module with its entries.
import { Marked } from 'marked';

/**
 * @typedef {{ anchor: string, title: string, html: string }} Entry
 */

/**
 * Lets a page import a runbook.
 *
 * @returns {import('vite').Plugin}
 */
export function runbook() {
  return {
    name: 'runbook',
    transform: {
      filter: { id: /\/runbook\.md$/ },
      handler: (source) => ({
        code: `export default ${JSON.stringify(entriesOf(source))};`,
        map: null,
        moduleType: 'js',
      }),
    },
  };
}

/**
 * Returns the entries under the headings of the second level. Raw HTML becomes text. Links to entries lead to their addresses in
 * the console; other links become text with the name of their file.
 *
 * @param {string} source
 * @returns {Entry[]}
 */
export function entriesOf(source) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Set<string>} */
  const linked = new Set();
  const marked = markedInto(linked);
  for (const token of marked.lexer(source)) {
    if (token.type === 'heading' && token.depth === 2) {
      entries.push({ anchor: anchorOf(token.text), title: token.text, html: '' });
      continue;
    }
    const entry = entries.at(-1);
    // The words above the first entry are about the file.
    if (entry !== undefined) entry.html += marked.parser([token]);
  }
  const missing = [...linked].filter((anchor) => !entries.some((entry) => entry.anchor === anchor));
  if (missing.length > 0) throw new Error(`The runbook has no entry ${missing.join(', ')}.`);
  return entries;
}

/** @param {Set<string>} linked takes the anchors of links */
function markedInto(linked) {
  return new Marked({
    renderer: {
      html: ({ text }) => escaped(text),
      image: ({ text }) => escaped(text),
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (href.startsWith('#')) {
          linked.add(href.slice(1));
          return `<a href="/console/runbook/${escaped(href.slice(1))}">${words}</a>`;
        }
        const file = escaped(href.replace(/#.*/, '').replace(/.*\//, ''));
        return words.includes(file) ? words : `${words} (${file})`;
      },
    },
  });
}

/**
 * Returns the anchor that GitHub makes of a heading.
 *
 * @param {string} title
 */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
