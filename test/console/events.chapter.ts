import type { Page } from 'playwright-core';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { deduct, type ConsoleBench } from './bench.js';
import { provision } from './provisioning.chapter.js';

/** A backend that accepts or refuses webhooks. */
interface Receiver {
  readonly url: string;
  /** Ids of the webhooks that it accepted. */
  readonly taken: readonly string[];
  /** Own header of each. */
  readonly tenants: readonly unknown[];
  setFailing(isFailing: boolean): void;
  close(): void;
}

export function eventsChapter(bench: () => ConsoleBench): void {
  describe('the pages of events', () => {
    let receiver: Receiver;

    beforeAll(async () => {
      receiver = await startReceiver();
    });

    afterAll(() => {
      receiver.close();
    });

    const openEndpoint = async (): Promise<Page> => {
      const page = await bench().open('/events/endpoints');
      await page.getByRole('link', { name: /endpoint ep_/ }).click();
      return page;
    };

    it('add an endpoint, show its secret once, and send it a test', async () => {
      const page = await bench().open('/events/endpoints');
      const arrives = await holdBack(page, 'query Programmes');
      await page.getByRole('button', { name: 'Add an endpoint …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
      await dialog.getByLabel('URL').fill(receiver.url);
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      expect(await add.isDisabled()).toBe(true); // There is no programme to choose yet.
      arrives();
      await dialog.getByLabel('Programme').selectOption('sandbox');
      await dialog.getByLabel('digitization.complete').check();
      await dialog.getByLabel('endpoint.disabling').check();
      await dialog.getByLabel('Own headers').fill('X-Tenant: 7');
      await add.click();
      const secret = page.getByRole('alert').getByRole('region', { name: 'The endpoint’s secret' });
      expect(await secret.textContent()).toMatch(/^whsec_/);
      await page.getByRole('link', { name: /endpoint ep_/ }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('delivered', { exact: true }).first().waitFor();
      const received = await page.getByRole('region', { name: 'Data of the event' }).textContent();
      expect(received).toContain(`webhook-id: ${String(receiver.taken[0])}`);
      expect(receiver.tenants).toEqual(['7']);
    });

    it('show why an endpoint takes nothing, and resend what it missed', async () => {
      receiver.setFailing(true);
      await provision(bench(), 'DTOKEN-2');
      const page = await openEndpoint();
      const failures = page.getByRole('table', { name: 'Last failures' });
      await failures.getByRole('row', { name: /failed, HTTP 500.*not now/ }).waitFor();
      receiver.setFailing(false);
      const before = receiver.taken.length;
      await page.getByRole('button', { name: 'Resend what it missed: 1 …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
      await page.getByText('1 delivery is due again.').waitFor();
      await page.getByText('100.0 % delivered, of the last 2').waitFor();
      expect(receiver.taken.length).toBe(before + 1);
    });

    it('show the types and the headers of an endpoint, and take them back', async () => {
      const page = await openEndpoint();
      await page.getByText('digitization.complete, endpoint.disabling').waitFor();
      await page.getByRole('button', { name: 'Edit …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit the endpoint' });
      await dialog.getByLabel('digitization.complete').uncheck();
      await dialog.getByLabel('endpoint.disabling').uncheck();
      const headers = dialog.getByLabel('Own headers');
      expect(await headers.inputValue()).toBe('X-Tenant: (hidden)');
      await headers.fill('X-Tenant: (hidden)\nX-Other: 8');
      await dialog.getByText('Write the value of each header again').waitFor();
      await headers.fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Event types').locator('..').getByText('all').waitFor();
      await page.getByText('Own headers').locator('..').getByText('none').waitFor();
    });

    it('rotate a secret, disable an endpoint and enable it again', async () => {
      const page = await openEndpoint();
      await page.getByRole('button', { name: 'Rotate the secret' }).click();
      const rotating = page.getByRole('dialog', { name: 'Rotate the secret?' });
      await rotating.getByText(receiver.url).first().waitFor();
      await rotating.getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByRole('region', { name: 'The endpoint’s secret' }).waitFor();
      const until = page.getByText('Previous secret until').locator('..');
      await until.locator('time').waitFor();
      await page.getByRole('button', { name: 'Disable' }).click();
      const disabling = page.getByRole('dialog', { name: 'Disable this endpoint?' });
      await disabling.getByText('The gateway sends nothing to it.').first().waitFor();
      await disabling.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('disabled: operator').first().waitFor();
      const enable = page.getByRole('button', { name: 'Enable' });
      await enable.and(page.locator(':focus')).waitFor();
      await enable.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
      await page.getByText('healthy').first().waitFor();
    });

    it('show operators a transaction in doubt', async () => {
      const requestId = await deduct(bench(), 951);
      const page = await bench().open('/events/log?type=transaction.in_doubt');
      await page.getByRole('cell', { name: 'transaction.in_doubt' }).first().waitFor();
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Data of the event' }).getByText(requestId).first().waitFor();
    });
  });
}

async function startReceiver(): Promise<Receiver> {
  const taken: string[] = [];
  const tenants: unknown[] = [];
  let failing = false;
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (!failing) taken.push(String(request.headers['webhook-id']));
      if (!failing) tenants.push(request.headers['x-tenant']);
      response.statusCode = failing ? 500 : 200;
      response.end(failing ? 'not now' : 'thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/webhooks`,
    taken,
    tenants,
    setFailing: (isFailing) => (failing = isFailing),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Holds back the requests with a text until the returned function is called. */
async function holdBack(page: Page, text: string): Promise<() => void> {
  let arrive = (): void => undefined;
  const arrived = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(text) === true) await arrived;
    await route.continue();
  });
  return () => arrive();
}
