// What the Markdown of docs/ means in the site.
import { dirname, posix } from 'node:path';

/** Folders of docs/ whose files the site holds as they are. */
export const SAMPLES = ['collection', 'samples', 'signatures', 'webhooks'];

/**
 * Returns the anchor that a code host makes of a heading, so that a link to a heading is the same there and in the site.
 *
 * @param {string} title
 */
export function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * Plugin of markdown-it. Text stays text: `<KEY>` is no element, and braces are no expression. Comments are left out. A link to a
 * sample leads to its copy in the site. A link to another file of the repository becomes text, because the site does not hold it.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function plainMarkdown(markdown) {
  const { escapeHtml } = markdown.utils;
  /** @param {string} html */
  const shown = (html) => (html.trimStart().startsWith('<!--') ? '' : escapeHtml(html));
  markdown.renderer.rules.html_inline = (tokens, index) => shown(tokens[index]?.content ?? '');
  markdown.renderer.rules.html_block = (tokens, index) => shown(tokens[index]?.content ?? '');
  markdown.renderer.rules.text = (tokens, index) =>
    escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;');
  markdown.core.ruler.push('links-to-files', (state) => {
    for (const { children } of state.tokens) rewriteLinks(children ?? [], state.env.relativePath);
  });
}

/**
 * @param {import('markdown-it').Token[]} tokens
 * @param {string} page path from docs/
 */
function rewriteLinks(tokens, page) {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'link_open') isText = rewriteLink(token, page);
    if (isText && token.type.startsWith('link_')) token.tag = 'span';
  }
}

/**
 * Returns true for a link that becomes text.
 *
 * @param {import('markdown-it').Token} link
 * @param {string} page
 */
function rewriteLink(link, page) {
  const href = link.attrGet('href') ?? '';
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return false;
  const path = posix.join(dirname(page), href.replace(/#.*/, ''));
  if (SAMPLES.some((folder) => path.startsWith(`${folder}/`))) {
    link.attrSet('href', `/${path}`);
    // The browser opens the file; VitePress would look for a page.
    link.attrSet('target', '_self');
    return false;
  }
  const isPage = path.endsWith('.md') && !path.startsWith('../');
  if (!isPage) link.attrs = null;
  return !isPage;
}
