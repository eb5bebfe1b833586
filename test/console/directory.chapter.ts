import type { ConsoleBench } from './bench.js';

export function directoryChapter(bench: () => ConsoleBench): void {
  describe('the pages of directory and keys', () => {
    it.each([
      ['/terminals', 'Terminals', '0068766621'],
      ['/wallets', 'Wallets', '556789731480'],
      ['/keys', 'API keys', 'sandbox-integrator'],
    ])('%s list the %s', async (path, name, entry) => {
      const page = await bench().open(`/directory${path}`);
      await page.getByRole('table', { name }).getByText(entry).waitFor();
    });

    it('show the state of the rotation of shared keys', async () => {
      const page = await bench().open('/directory/programmes');
      const programme = page.getByRole('article').filter({ hasText: 'Shared keys' });
      await programme.getByText('001 issues and verifies.').waitFor();
      expect(await programme.getByRole('row', { name: /^001/ }).textContent()).toContain('active');
    });

    it('block a wallet after asking, and keep that in the audit log', async () => {
      const page = await bench().open('/directory/wallets');
      await page.getByRole('button', { name: 'Block wallet 556789731480' }).click();
      const dialog = page.getByRole('dialog', { name: 'Block wallet 556789731480?' });
      await dialog.getByRole('button', { name: 'Block' }).click();
      await page.getByRole('button', { name: 'Unblock wallet 556789731480' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
      await page.getByRole('button', { name: 'Block wallet 556789731480' }).waitFor();
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByRole('cell', { name: 'block wallet', exact: true }).waitFor();
    });
  });
}
