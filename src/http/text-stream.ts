import type { ServerResponse } from 'node:http';

/**
 * Sends texts one after the other, never further ahead than one. A reader that takes nothing for `stallMs` is cut. An error of the
 * texts cuts the response too, so that no reader takes a part for the whole.
 */
export async function sendTexts(
  response: ServerResponse,
  texts: AsyncIterable<string | Uint8Array>,
  { stallMs, onFailure }: { readonly stallMs: number; readonly onFailure: (error: unknown) => void },
): Promise<void> {
  try {
    for await (const text of texts) {
      if (response.destroyed) return;
      if (!response.write(text)) await drained(response, stallMs);
    }
    response.end();
  } catch (error) {
    // A reader that went away, or a gateway that stops, is no failure.
    if (!response.destroyed) onFailure(error);
    response.destroy();
  }
}

/**
 * Resolves when everything was taken, or when the response is closed. The timeout of the socket runs only here: while the next
 * text is read, the reader waits for us. It is Node's own, which sees each piece that a slow reader takes.
 */
function drained(response: ServerResponse, stallMs: number): Promise<void> {
  response.socket?.setTimeout(stallMs);
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      response.socket?.setTimeout(0);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    if (response.destroyed) done();
  });
}
