import { deduct, type ConsoleBench } from './bench.js';
import { find, type Found } from './found.js';
import { show } from './loaded.js';

/** Names of buttons that change something, by their first words. */
const CHANGES =
  /^(add|block|create|disable|documents|edit|enable|make|move|resend|retire|revoke|rotate|send a test|set|settle|unblock)\b/i;

export function rolesChapter(bench: () => ConsoleBench): void {
  describe('buttons that change something', () => {
    let found: Found;
    const pages = (): readonly string[] => [
      `/transactions/${found.requestId}`,
      `/events/log/${found.eventId}`,
      '/events/deliveries',
      '/events/endpoints',
      '/directory/programmes',
      '/directory/terminals',
      '/directory/wallets',
      '/directory/keys',
      '/programmes/sandbox',
      '/terminals/0068766621',
      '/wallets/43172792905',
      '/cards/5001',
      '/keys/sandbox-client',
    ];

    beforeAll(async () => {
      await deduct(bench(), 951);
      found = await find(bench());
    });

    it.each([
      ['OPERATOR', 15, 30],
      ['SETTLER', 1, 1],
      ['AUDITOR', 0, 0],
    ])('are shown to the role %s as far as it may use them', async (role, min, max) => {
      const { createKey } = await bench().ask<{ createKey: { secret: string } }>(
        'operator',
        `mutation { createKey(input: { keyId: "person-${role.toLowerCase()}", role: ${role} }) { secret } }`,
      );
      const names = new Set<string>();
      const page = await bench().open('/runbook', { key: createKey.secret });
      await page.getByRole('heading', { level: 1, name: 'Runbook' }).waitFor();
      for (const path of pages()) {
        await show(page, path);
        const shown = await page.evaluate<string[]>(NAMES);
        for (const name of shown) if (CHANGES.test(name)) names.add(name);
      }
      expect([...names].length).toBeGreaterThanOrEqual(min);
      expect([...names].length).toBeLessThanOrEqual(max);
      if (max === 1) expect([...names]).toEqual(['Settle']);
    });
  });
}

/** Script that returns the names of the page's buttons. */
const NAMES = `[...document.querySelectorAll('#main button')].map(
  (button) => button.getAttribute('aria-label') ?? button.textContent)`;
