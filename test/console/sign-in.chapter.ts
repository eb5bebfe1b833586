import { isLive, type ConsoleBench } from './bench.js';

export function signInChapter(bench: () => ConsoleBench): void {
  describe('signing in', () => {
    it.each([
      ['no-such-key', 'The gateway does not know this key.'],
      ['cardway_sandbox_client', 'This key is known, but it has another role.'],
    ])('refuses the key %s and says why', async (key, sentence) => {
      const page = await bench().open('/live', { isSignedIn: false });
      await page.getByLabel('Operator key').fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toContain(sentence);
      expect(await page.getByRole('navigation').count()).toBe(0);
    });

    it('asks once, opens the requested address, and signs every tab in and out', async () => {
      const page = await bench().open('/directory/keys', { isSignedIn: false });
      await page.getByLabel('Operator key').fill('cardway_sandbox_operator');
      await page.keyboard.press('Enter');
      await page.getByRole('table', { name: 'API keys' }).waitFor();
      await page.reload();
      await page.getByRole('table', { name: 'API keys' }).waitFor();
      const other = await page.context().newPage();
      await other.goto(`${bench().gateway.url}/console/directory/wallets`);
      await other.getByRole('table', { name: 'Wallets' }).waitFor();
      expect(
        JSON.stringify(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }]')),
      ).not.toContain('cardway_sandbox_operator');
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.getByRole('button', { name: /^You:/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      for (const tab of [page, other]) await tab.getByLabel('Operator key').waitFor();
      expect(await page.evaluate('localStorage.length')).toBe(0);
    });

    it('says in every tab that a session has ended, and goes on at the same address after the next sign-in', async () => {
      const { createKey } = await bench().ask<{ createKey: { secret: string } }>(
        'operator',
        'mutation { createKey(input: { keyId: "short-lived", role: OPERATOR }) { secret } }',
      );
      const page = await bench().open('/live', { isSignedIn: false });
      await page.getByLabel('Operator key').fill(createKey.secret);
      await page.keyboard.press('Enter');
      await isLive(page);
      const other = await page.context().newPage();
      // This one learns of the end from the first.
      await other.goto(`${bench().gateway.url}/console/directory/wallets`);
      await other.getByRole('table', { name: 'Wallets' }).waitFor();
      await bench().ask(
        'operator',
        'mutation { revokeKey(input: { keyId: "short-lived" }) { key { keyId } } }',
      );
      for (const tab of [page, other]) {
        await tab.getByLabel('Operator key').waitFor();
        expect(await tab.getByRole('alert').textContent()).toContain('Your session has ended.');
      }
      await page.getByRole('button', { name: 'Use it' }).click();
      await isLive(page);
      expect(page.url()).toMatch(/\/live$/);
    });

    it('calls only the gateway, and breaks none of its own rules', async () => {
      const page = await bench().open('/live', { isSignedIn: false });
      const asked = new Set<string>();
      const complaints: string[] = [];
      page.on('request', (request) => asked.add(new URL(request.url()).origin));
      page.on('websocket', (socket) => asked.add(new URL(socket.url()).host));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      await page.reload();
      await page.getByLabel('Operator key').fill('cardway_sandbox_operator');
      await page.keyboard.press('Enter');
      await isLive(page);
      const pages = page.getByRole('navigation', { name: 'Pages' });
      const names = await pages.getByRole('link').allTextContents();
      expect(names.length).toBeGreaterThan(10);
      // The first ones lead to the page that is shown.
      for (const name of names.slice(2)) {
        await pages.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
      }
      expect([...asked]).toEqual([new URL(bench().gateway.url).origin]);
      expect(complaints).toEqual([]);
    });
  });
}
