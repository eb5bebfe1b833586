import { deduct, type ConsoleBench } from './bench.js';

export function liveChapter(bench: () => ConsoleBench): void {
  describe('the page of live transactions', () => {
    it('shows a Deduct within a second of its answer', async () => {
      const page = await bench().open('/live');
      await page.getByText('Live', { exact: true }).last().waitFor();
      await page.locator('.live-state.live').waitFor();
      const requestId = await deduct(bench());
      const answeredAtMs = Date.now();
      await page.getByRole('link', { name: `Transaction ${requestId}` }).waitFor();
      expect(Date.now() - answeredAtMs).toBeLessThan(1000);
    });
  });
}
