import type { ConsoleBench } from './bench.js';

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

    it('asks once per tab, opens the requested address, and forgets the key on sign-out', async () => {
      const page = await bench().open('/directory/keys', { isSignedIn: false });
      await page.getByLabel('Operator key').fill('cardway_sandbox_operator');
      await page.keyboard.press('Enter');
      await page.getByRole('table', { name: 'API keys' }).waitFor();
      await page.reload();
      await page.getByRole('table', { name: 'API keys' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Operator key').waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    it('asks for a key again when the key is revoked', async () => {
      const { createKey } = await bench().ask<{ createKey: { secret: string } }>(
        'operator',
        'mutation { createKey(input: { keyId: "short-lived", role: OPERATOR }) { secret } }',
      );
      const page = await bench().open('/live', { isSignedIn: false });
      await page.getByLabel('Operator key').fill(createKey.secret);
      await page.keyboard.press('Enter');
      await page.locator('.live-state.live').waitFor();
      await bench().ask(
        'operator',
        'mutation { revokeKey(input: { keyId: "short-lived" }) { key { keyId } } }',
      );
      await page.getByLabel('Operator key').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('key any more');
    });

    it('calls only the gateway, and breaks none of its own rules', async () => {
      const page = await bench().open('/live', { isSignedIn: false });
      const asked = new Set<string>();
      const complaints: string[] = [];
      page.on('request', (request) => asked.add(new URL(request.url()).origin));
      page.on('websocket', (socket) => asked.add(new URL(socket.url()).host));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.reload();
      await page.getByLabel('Operator key').fill('cardway_sandbox_operator');
      await page.keyboard.press('Enter');
      await page.locator('.live-state.live').waitFor();
      for (const name of ['Provisioning', 'Events', 'Directory and keys', 'Try it']) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      }
      const { origin, host } = new URL(bench().gateway.url);
      expect([...asked].sort()).toEqual([host, origin].sort());
      expect(complaints).toEqual([]);
    });
  });
}
