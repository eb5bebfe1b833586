import { connect, type Socket } from 'node:net';
import { APPROVED, type Call } from './calls.js';

export interface Answer {
  readonly isApproved: boolean;
  /** Milliseconds from the moment that the first byte was due until the last byte arrived. */
  readonly latencyMs: number;
  /** Head and body of the reply. */
  readonly text: string;
}

/**
 * One HTTP/1.1 connection that sends a call on demand and reads the reply. It uses node:net and no HTTP client: the load shares
 * its core with the downstream service and must cost far less than its subject.
 */
export class Connection {
  private text = '';
  private call: Call | null = null;
  private sinceMs = 0;
  private readonly socket: Socket;

  constructor(
    private readonly target: { readonly host: string; readonly port: number },
    private readonly onAnswer: (connection: Connection, answer: Answer) => void,
    private readonly onBroken: (error: Error) => void,
  ) {
    this.socket = connect(target.port, target.host);
    this.socket.setNoDelay(true).setEncoding('latin1');
    this.socket.on('data', (chunk: string) => this.read(chunk));
    this.socket.on('error', (error) => this.onBroken(error));
    this.socket.on('close', () => {
      if (this.call !== null) this.onBroken(new Error('The connection was closed within a call.'));
    });
  }

  /** Sends a call. Bodies are ASCII. `sinceMs` is the time at which the call was due. */
  send(call: Call, sinceMs = performance.now()): void {
    this.call = call;
    this.sinceMs = sinceMs;
    const key = call.authorization === null ? '' : `Authorization: ${call.authorization}\r\n`;
    this.socket.write(
      `POST ${call.path} HTTP/1.1\r\nHost: ${this.target.host}\r\nContent-Type: ${call.contentType}\r\n${key}Content-Length: ${call.body.length}\r\n\r\n${call.body}`,
      'latin1',
    );
  }

  end(): void {
    this.call = null;
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.text = this.text === '' ? chunk : this.text + chunk;
    if (this.call === null || !isWhole(this.text)) return;
    const { text } = this;
    this.text = '';
    this.call = null;
    const isApproved = text.startsWith('HTTP/1.1 200') && APPROVED.test(text);
    const latencyMs = performance.now() - this.sinceMs;
    this.onAnswer(this, { isApproved, latencyMs, text });
  }
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  return text.endsWith('\r\n0\r\n\r\n');
}
