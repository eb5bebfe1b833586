import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { checkExchange } from '../openapi.js';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends one request with exactly these headers and bytes. Rejects where a REST interface differs from /openapi.json. */
export function send(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string;
  } = {},
): Promise<HttpReply> {
  const { method = 'POST', headers = {}, body = '' } = options;
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, agent: AGENT }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode = 0, headers: heard } = response;
        const bytes = Buffer.concat(chunks);
        const text = (): string => bytes.toString('utf8');
        const reply = { status: statusCode, contentType: heard['content-type'], text };
        try {
          checkExchange({ method, url, contentType: contentTypeOf(headers), body, reply });
        } catch (error) {
          reject(error as Error);
        }
        resolve({ status: statusCode, headers: heard, bytes });
      });
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/** Returns the content type of an uncompressed body. */
function contentTypeOf(headers: Readonly<Record<string, string>>): string | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return byName.has('content-encoding') ? undefined : byName.get('content-type');
}

/** Agent with a new connection for each request: none stays open when a gateway stops. */
const AGENT = new Agent({ keepAlive: false });
