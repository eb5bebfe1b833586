import { send } from '../support/channels/http.js';
import { choose, fill, type ConsoleBench } from './bench.js';

export function refusedChapter(bench: () => ConsoleBench): void {
  describe('the page of refused calls', () => {
    it('shows the reason for a refusal, which the caller does not get', async () => {
      const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a-wrong-key' };
      const { status } = await send(`${bench().gateway.url}/v1/proxy`, { headers, body: '{"request":{}}' });
      expect(status).toBe(401);
      const page = await bench().open('/refused');
      const row = page.getByRole('row', { name: /UNAUTHENTICATED/ }).first();
      await row.getByText('The key is not known.').waitFor();
      await row.getByText('127.0.0.1').waitFor();
    });

    it('filters by error and address, and keeps that in the address of the page', async () => {
      const page = await bench().open('/refused');
      await choose(page, 'Error', 'FORBIDDEN');
      await fill(page, 'IP address', '192.0.2.1');
      await page.getByText('No refused calls.').waitFor();
      expect(page.url()).toMatch(/\?code=FORBIDDEN&address=192\.0\.2\.1$/);
    });
  });
}
