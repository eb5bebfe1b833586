import { acting, type AskOptions, ofGateway } from '../ask.js';
import { changerOf, type Entity, finderOf, type Parts } from '../entities/entity.js';
import { printEntry } from '../print.js';
import type { Words } from '../entities/field-options.js';
import { CliError, Fault, readOf } from '../shell.js';
import { DELIVERIES } from './deliveries.js';

const WORDS: Words = {
  eventTypes: { name: 'type' },
  headers: {
    name: 'header',
    about: 'A header of its own, Name: value, or @ and a file that has it. An empty text: none.',
    read: (written, { shell }) =>
      written.startsWith('@') ? readOf(written, () => shell.readFile(written.slice(1))).trim() : written,
  },
};

/** Receivers of webhooks. */
export const ENDPOINTS: Entity = {
  command: 'endpoints',
  about: 'Adds, lists and changes endpoints, the receivers of webhooks.',
  type: 'Endpoint',
  key: { field: 'id', input: 'endpointId', name: 'endpoint' },
  columns: {
    Endpoint: 'id',
    Programme: 'programme',
    Enabled: 'enabled',
    Reason: 'disabledReason',
    'Failing since': 'failingSince',
    Created: 'createdAt',
    URL: 'url',
  },
  list: {
    query: 'endpoints',
    whenEmpty: 'No endpoints yet. Add one: cardway endpoints add <url> --programme <name>',
  },
  show: { query: 'endpoint', missing: 'endpoint has this id' },
  changes: {
    add: { mutation: 'addEndpoint', argument: { field: 'url', name: 'url' }, words: WORDS },
    set: { mutation: 'setEndpoint', words: WORDS, isBare: true },
    enable: { mutation: 'enableEndpoint', isBare: true },
    disable: { mutation: 'disableEndpoint', isBare: true },
    rotate: { mutation: 'rotateEndpointSecret' },
  },
  more: addTest,
};

interface Delivery {
  readonly attemptCount: number;
  readonly attempts: readonly { readonly failure: string | null }[];
}

/** Adds `endpoints test`, which waits for the first attempt. Its outcome becomes the exit status. */
function addTest({ shell, group }: Parts): void {
  const send = changerOf(DELIVERIES, 'testEndpoint');
  const find = finderOf(DELIVERIES);
  ofGateway(group.command('test <endpoint>'))
    .description('Sends an endpoint.test event to it and prints the result.')
    .action(
      acting(async (ask, options: AskOptions, endpointId) => {
        const { delivery } = await send(ask, { endpointId });
        const { id } = delivery as { readonly id: string };
        for (let waitedMs = 0; waitedMs < TEST_WAIT_MS; waitedMs += POLL_MS) {
          const found = (await find(ask, id)) as Delivery | null;
          const [attempt] = found?.attempts ?? [];
          // The attempts are read after the delivery: they may already show one that the state of the delivery does not.
          if (found !== null && found.attemptCount > 0 && attempt !== undefined) {
            printEntry(shell, options, found);
            if (attempt.failure !== null) throw new Fault();
            return;
          }
          await shell.runtime.timer.wait(POLL_MS).done;
        }
        throw new CliError(`No attempt was made yet; see cardway deliveries show ${id}.`);
      }),
    );
}

const TEST_WAIT_MS = 15_000;
const POLL_MS = 100;
