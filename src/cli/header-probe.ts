import axios from 'axios';

export interface ProbeFinding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/**
 * Asks a URL that answers with the headers it was asked with, through whatever proxies lie on the way, whether
 * `X_msg_signature` arrives: nginx drops headers with underscores unless told otherwise, and some servers fold them into hyphens. A
 * second header, without underscores, tells a proxy that drops from a URL that does not echo. No signature is sent.
 */
export async function probeHeaders(url: string, newId: () => string): Promise<ProbeFinding> {
  const check = 'headers with underscores';
  const id = newId();
  const [signature, control] = [`signature-${id}`, `control-${id}`];
  try {
    const response = await axios.request<string>({
      url,
      method: 'GET',
      headers: { X_msg_signature: signature, 'X-Cardway-Probe': control },
      timeout: 3000,
      maxRedirects: 0,
      maxContentLength: 1_048_576,
      proxy: false,
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
    });
    const [arrives, echoes] = [signature, control].map((marker) => response.data.includes(marker));
    if (echoes !== true) {
      const detail = `HTTP ${String(response.status)}, and the answer does not show the headers of the request: nothing can be told`;
      return { check, result: 'warning', detail };
    }
    if (arrives === true) return { check, result: 'ok', detail: 'X_msg_signature arrives' };
    const detail =
      'X_msg_signature is dropped on the way; nginx needs "underscores_in_headers on;" in every server that passes calls on';
    return { check, result: 'failed', detail };
  } catch (error) {
    const code = axios.isAxiosError(error) ? (error.code ?? error.message) : 'unknown';
    return { check, result: 'failed', detail: `the URL cannot be reached: ${code}` };
  }
}
