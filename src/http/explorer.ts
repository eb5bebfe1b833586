import { createHash } from 'node:crypto';
import type { DoorReply, DoorRequest } from './doors.js';

/** Answers a browser's visit to `/graphql`; null for every other request. */
export type Explorer = (request: DoorRequest) => DoorReply | null;

/** `readPage` is called at the first visit: the page has 9 MB, which a gateway without visitors need not hold. */
export function createExplorer(readPage: () => string): Explorer {
  let reply: DoorReply | undefined;
  return (request) => (isVisit(request) ? (reply ??= replyOf(readPage())) : null);
}

/** Programs ask for JSON; a browser names HTML and no JSON. */
function isVisit({ method, headers }: DoorRequest): boolean {
  const accept = headers.accept ?? '';
  return method === 'GET' && /\btext\/html\b/i.test(accept) && !/json/i.test(accept);
}

function replyOf(page: string): DoorReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(page),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    },
    body: Buffer.from(page),
  };
}

/** The page is one file: its own scripts run, by their digests, and no others; it asks nobody but this gateway. Its editor's workers are blobs. */
function policyOf(page: string): string {
  const digests = scriptsOf(page).map((text) => createHash('sha256').update(text).digest('base64'));
  return [
    "default-src 'none'",
    `script-src ${digests.map((digest) => `'sha256-${digest}'`).join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The texts of its script elements. One may hold the words `<script` itself; it ends with the next end tag. */
function scriptsOf(page: string): readonly string[] {
  const lower = page.toLowerCase();
  const texts: string[] = [];
  for (let at = lower.indexOf('<script'); at >= 0;) {
    const begin = lower.indexOf('>', at) + 1;
    const end = begin === 0 ? -1 : lower.indexOf('</script>', begin);
    if (end < 0) break;
    texts.push(page.slice(begin, end));
    at = lower.indexOf('<script', end);
  }
  return texts;
}
