import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** One request with exactly these headers and bytes. */
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
        resolve({ status: statusCode, headers: heard, bytes: Buffer.concat(chunks) });
      });
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/** A connection for each request: none is left open when a gateway stops. */
const AGENT = new Agent({ keepAlive: false });
