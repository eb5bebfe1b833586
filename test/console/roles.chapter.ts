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
      `/endpoints/${found.endpointId}`,
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

    const CUSTODIAN = ['Add a terminal …', 'Create a key …', 'Revoke key sandbox-client'];
    const OTHERS = [
      ...['Settle', 'Resend a range …', 'Resend to every endpoint', 'Add an endpoint …', 'Send a test'],
      ...['Rotate the secret', 'Add a wallet …', 'Block wallet 43172792905', 'Block card 5001', 'Move …'],
    ];

    it.each([
      { role: 'OPERATOR', shown: [...CUSTODIAN, ...OTHERS], hidden: [] },
      { role: 'CUSTODIAN', shown: CUSTODIAN, hidden: OTHERS },
    ])('are shown to the role $role as far as it may use them', async ({ role, shown, hidden }) => {
      const names = await changesFor(role);
      expect(names).toEqual(expect.arrayContaining(shown));
      expect(names.filter((name) => hidden.includes(name))).toEqual([]);
    });

    it.each([
      ['SETTLER', ['Settle']],
      ['AUDITOR', []],
    ])('are shown to the role %s only for %j', async (role, shown) => {
      expect(await changesFor(role)).toEqual(shown);
    });

    async function keyOf(keyId: string, role: string): Promise<string> {
      const { createKey } = await bench().ask<{ createKey: { secret: string } }>(
        'operator',
        `mutation { createKey(input: { keyId: "${keyId}", role: ${role} }) { secret } }`,
      );
      return createKey.secret;
    }

    /** Returns the names of such buttons that a person of the role sees. */
    async function changesFor(role: string): Promise<readonly string[]> {
      const key = await keyOf(`person-${role.toLowerCase()}`, role);
      const names = new Set<string>();
      const page = await bench().open('/runbook', { key });
      await page.getByRole('heading', { level: 1, name: 'Runbook' }).waitFor();
      for (const path of pages()) {
        await show(page, path);
        const shown = await page.evaluate<string[]>(NAMES);
        for (const name of shown) if (CHANGES.test(name)) names.add(name);
      }
      return [...names];
    }
  });
}

/** Script that returns the names of the page's buttons. */
const NAMES = `[...document.querySelectorAll('#main button')].map(
  (button) => button.getAttribute('aria-label') ?? button.textContent)`;
