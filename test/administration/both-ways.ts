/**
 * Runs each command with GraphQL documents on a database and on a gateway that serves from it. Both outputs must be equal to the
 * byte.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { programOf } from '../../src/cli/program.js';
import { cardway, type Ended, entriesOf } from '../cli/command.js';
import { until } from '../life/until.js';
import { MASTER_KEY, type Create, type TestDatabase } from '../support/databases.js';
import { KEYS } from '../support/channels/channels.js';
import { temporaryFolder } from '../support/gateway.js';
import { startInProcess, type InProcessGateway } from '../support/in-process.js';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const REQUEST_IDS = ['5001_20261121050000_1', '5001_20261121050000_2'];

/** Commands that change nothing, so both outputs must be the same. Names in capitals stand for values of the database. */
const READS = [
  'programmes',
  'programmes list',
  'programmes show sandbox',
  'shared-keys',
  'shared-keys list --programme sandbox',
  'shared-keys list --programme nowhere',
  'terminals',
  'terminals list --programme sandbox',
  'terminals show 0068766621',
  'keys',
  'keys list --programme sandbox',
  'keys show sandbox-client',
  'wallets',
  'wallets list --limit 1',
  'wallets list --after 43172792905',
  'wallets list --programme sandbox --customer 1001',
  'wallets get 43172792905',
  'audit',
  'audit list --limit 150',
  'refusals',
  'refusals list --code FORBIDDEN --channel json --limit 10',
  'audit list --action put_wallet --from 2020-01-01',
  'endpoints list',
  'endpoints show ENDPOINT',
  'events list',
  'events list --limit 1 --type digitization.complete --card 5001',
  'events show EVENT',
  'deliveries list',
  'deliveries list --event EVENT --state delivered',
  'deliveries show DELIVERY',
  'transactions',
  'transactions list --terminal 0068766621 --limit 1',
  `transactions show ${REQUEST_IDS[0]!}`,
  'transactions reconcile --day 2026-11-21',
];

/** Commands with the same result when repeated. */
const CHANGES = [
  'programmes set sandbox --name Sandbox --step 60 --validity 60 --verifier gateway',
  'shared-keys activate --programme sandbox --key-id 001',
  'shared-keys retire --programme sandbox --key-id 001',
  'shared-keys end --programme sandbox --key-id 001',
  'terminals set 0068766621 --checksum sha256 --allow 127.0.0.0/8',
  'terminals rotate 0068766621 --overlap 1h',
  'terminals disable 0068766621',
  'terminals enable 0068766621',
  'wallets set 43172792905 --customer 1003 --card 5001:0123456789 5009',
  'wallets block 43172792905 --card 5009',
  'wallets unblock 43172792905 --card 5009',
  'wallets block 43172792905',
  'wallets unblock 43172792905',
  'wallets move 556789731480 --card 5002',
  'wallets move 556789731480 --programme sandbox',
  'keys expire sandbox-network --at 2099-01-01',
  'keys expire sandbox-network --never',
  'keys documents sandbox-network --documents persisted',
  'keys documents sandbox-network --documents any',
  'keys revoke sandbox-network',
  'endpoints disable ENDPOINT',
  'endpoints enable ENDPOINT',
  'endpoints rotate ENDPOINT',
  'endpoints test ENDPOINT',
  'events resend EVENT --endpoint ENDPOINT',
  'deliveries resend DELIVERY',
  'deliveries resend --endpoint ENDPOINT --undelivered',
];

/** Commands that need a new name each time. NEW is two capitals, which occur in no port and no id. */
const MADE = [
  'programmes set p-NEW --digits 6',
  'terminals add t-NEW-56789 --programme sandbox --checksum sha1',
  'keys create k-NEW --role client --programme sandbox --terminal 0068766621 --expires 2099-01-01',
  'wallets add w-NEW --programme sandbox --customer 1009',
  'endpoints add RECEIVER/NEW --programme sandbox',
];

const REFUSED = [
  'programmes show nothing',
  'programmes set sandbox --digits 9',
  'shared-keys retire --programme sandbox --key-id none',
  'terminals show 0000000000',
  'terminals disable 0000000000',
  'terminals set 0068766621 --programme nowhere',
  'keys show nobody',
  'keys revoke nobody',
  'keys create k --role operator --programme sandbox',
  'wallets get nothing',
  'wallets block nothing',
  'wallets move 43172792905 --card 99',
  'audit list --subject nothing --from 2020-01-01T00:00:00Z --to 2019-01-01',
  'endpoints show ep_none',
  'endpoints add http://127.0.0.1/ --programme nowhere',
  'events show evt_none',
  'events resend evt_none',
  'deliveries show dlv_none',
  'deliveries resend dlv_none',
  'transactions show 5001_20261121050000_9',
];

const WRONG = [
  'terminals set 0068766621',
  'keys expire sandbox-network',
  'wallets move 43172792905',
  'wallets list --limit 0',
  'audit list --from yesterday',
  'events list --from soon',
  'events list --card x',
  'transactions list --from soon',
  'transactions reconcile --day soon',
  'transactions reconcile --day 2026-02-30',
];

/** Times, secrets, ids and durations, which differ in each run. They keep their length, because column widths depend on it. */
const VOLATILE = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /whsec_[A-Za-z0-9+/]+=*/g,
  /cardway_[A-Za-z0-9_-]{20,}/g,
  /(?:ep|evt|dlv)_[0-9a-z]+/g,
  /"durationMs":\d+/g,
  /\d+ ms/g,
];

function freshName(index: number): string {
  return String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26));
}

export function bothWays(name: string, create: Create): void {
  describe(`each command on ${name}`, () => {
    let database: TestDatabase;
    let receiver: Receiver;
    let gateway: InProcessGateway;
    let folder: string;
    let env: Record<string, string>;
    let names: Readonly<Record<string, string>>;
    let made = 10;

    beforeAll(async () => {
      folder = temporaryFolder();
      database = await create();
      receiver = await startReceiver();
      env = {
        CARDWAY_DATABASE_URL: database.url,
        CARDWAY_MASTER_KEY: `hex:${MASTER_KEY.toString('hex')}`,
        CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      };
      // The environment holds every setting.
      writeFileSync(join(folder, 'empty.yaml'), '');
      gateway = await startInProcess(env);
      names = await fill();
    });

    afterAll(async () => {
      await gateway.stop();
      await receiver.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const onDatabase = (args: readonly string[], isTerminal = false): Promise<Ended> =>
      cardway([...args, '--config', join(folder, 'empty.yaml')], env, INPUT, isTerminal);
    const onGateway = (args: readonly string[], isTerminal = false, key: string = KEYS.operator) =>
      cardway([...args, '--url', gateway.url], { CARDWAY_KEY: key }, INPUT, isTerminal);

    const argsOf = (line: string, fresh = ''): string[] =>
      line
        .replace(/ENDPOINT|EVENT|DELIVERY|RECEIVER/g, (word) => names[word] ?? word)
        .replace('NEW', fresh)
        .split(' ');

    async function json<Value>(...args: string[]): Promise<Value> {
      const { status, out, err } = await onGateway([...args, '--json']);
      if (status !== 0) throw new Error(err);
      return JSON.parse(out) as Value;
    }

    /** Adds transactions, an endpoint, and an event that was delivered to it. */
    async function fill(): Promise<Record<string, string>> {
      const fields = ['transaction_date=20261121T05:00:00', 'request_amount=100'];
      for (const requestId of REQUEST_IDS) {
        const id = `transaction_id=${requestId}`;
        const call = ['send', 'Deduct', ...fields, id, '--request-id', requestId, '--url', gateway.url];
        expect(await cardway(call)).toMatchObject({ status: 0 });
      }
      const { endpoint } = await json<{ endpoint: { id: string } }>(
        ...['endpoints', 'add', `${receiver.url}/first`, '--programme', 'sandbox'],
      );
      const trigger = ['trigger', 'digitization.complete', '--card', '5001', '--url', gateway.url];
      expect(await cardway(trigger)).toMatchObject({ status: 0 });
      names = { ENDPOINT: endpoint.id, RECEIVER: receiver.url };
      await settled();
      const [delivery] = await deliveries();
      return { ...names, EVENT: delivery?.eventId ?? '', DELIVERY: delivery?.id ?? '' };
    }

    const list = async <Entry>(...args: string[]): Promise<Entry[]> => {
      const { status, out, err } = await onGateway([...args, '--json']);
      if (status !== 0) throw new Error(err);
      return entriesOf<Entry>(out);
    };
    const deliveries = () => list<Delivery>('deliveries', 'list', '--endpoint', names['ENDPOINT'] ?? '');
    const settled = (): Promise<void> =>
      until('all is delivered', async () => {
        const found = await deliveries();
        return found.length > 0 && found.every(({ state }) => state === 'delivered');
      });

    /** Runs the line in each output form, on both. */
    async function bothWays(
      line: string,
      masked: (ended: Ended, fresh: string) => Ended,
      forms: readonly Form[] = [JSON_FORM, TABLE],
    ): Promise<Ended> {
      let ended: Ended | undefined;
      for (const { more, isTerminal } of forms) {
        const told: Ended[] = [];
        for (const run of [onDatabase, onGateway]) {
          made += 1;
          const fresh = freshName(made);
          told.push(masked(await run([...argsOf(line, fresh), ...more], isTerminal), fresh));
          if (/^(?:endpoints|events|deliveries) (?:test|resend|enable)/.test(line)) await settled();
        }
        expect(told[1]).toEqual(told[0]);
        ended ??= told[0];
      }
      return ended!;
    }

    it.each(READS)('%s', async (line) => {
      const { status, out, err } = await bothWays(line, (ended) => ended);
      expect([status, err]).toEqual([
        0,
        expect.stringMatching(/^$|^No [^\n]+\n$|^\d+ shown; for more: [^\n]+\n$/),
      ]);
      expect(err.startsWith('No ')).toBe(out === '');
      expect(() => entriesOf(out)).not.toThrow();
    });

    it.each(CHANGES)('%s', async (line) => {
      expect(await bothWays(line, withoutVolatile)).toMatchObject({ status: 0, err: '' });
    });

    it.each(MADE)('%s', async (line) => {
      const ended = await bothWays(line, (told, fresh) => {
        const { out, ...rest } = withoutVolatile(told);
        return { ...rest, out: out.replaceAll(fresh, 'NEW') };
      });
      expect(ended).toMatchObject({ status: 0, out: expect.stringContaining('NEW') });
    });

    it.each(REFUSED)('%s is refused with a sentence', async (line) => {
      const { status, out, err } = await bothWays(line, (ended) => ended, [JSON_FORM]);
      if (line.startsWith('audit')) expect([status, out, err]).toEqual([0, '', 'No changes match.\n']);
      else expect([status, out, err]).toEqual([1, '', expect.stringMatching(/^[^\n]+\. \([A-Z_]+\)\n$/)]);
    });

    it.each(WRONG)('%s is wrong usage', async (line) => {
      expect(await bothWays(line, (ended) => ended, [JSON_FORM])).toMatchObject({ status: 2, out: '' });
    });

    it('a list that is longer than a page is complete, and continues from --after', async () => {
      const file = join(folder, 'wallets.csv');
      const lines = Array.from({ length: 250 }, (_, index) => `many-${String(1000 + index)},7,`);
      writeFileSync(file, `reference,customer_id,card_id\n${lines.join('\n')}\n`);
      expect(await onDatabase(['wallets', 'import', file, '--programme', 'sandbox'])).toMatchObject({
        status: 0,
      });
      const line = 'wallets list --customer 7 --limit 220 --after';
      const { out, err } = await bothWays(`${line} many-1009`, (ended) => ended);
      const wallets = entriesOf<{ reference: string }>(out);
      expect(wallets).toHaveLength(220);
      expect(wallets[0]?.reference).toBe('many-1010');
      expect(err).toBe('220 shown; for more: --limit 880 or --after many-1229.\n');
      const rest = await bothWays(`${line} many-1229`, (ended) => ended);
      expect([entriesOf(rest.out).length, rest.err]).toEqual([20, '']);
    });

    it('a wallet that is there is not added', async () => {
      const line = 'wallets add 43172792905 --programme sandbox --customer 1';
      const err = 'Wallet 43172792905 is there already; change it with cardway wallets set.\n';
      expect(await bothWays(line, (ended) => ended)).toEqual({ status: 1, out: '', err });
    });

    it('no answer holds a checksum, a password or a key', async () => {
      for (const line of [...READS, 'audit list --limit 500']) {
        for (const run of [onDatabase, onGateway]) {
          const { out } = await run([...argsOf(line), '--json']);
          expect(out).not.toMatch(/"checksum"|whsec_|cardway_sandbox_|the new password/);
        }
      }
    });

    it.each([
      ['sandbox', 'programmes set sandbox --digits 7', 'programmes set sandbox --digits 8'],
      ['0068766621', 'terminals disable 0068766621', 'terminals enable 0068766621'],
      ['43172792905', 'wallets block 43172792905', 'wallets unblock 43172792905'],
      ['sandbox-client', 'keys expire sandbox-client --at 2099-01-01', 'keys expire sandbox-client --never'],
      ['ENDPOINT', 'endpoints disable ENDPOINT', 'endpoints enable ENDPOINT'],
      ['DELIVERY', 'deliveries resend DELIVERY', 'deliveries resend DELIVERY'],
    ])(
      'the audit log of %s names who did it, on the database and over the gateway',
      async (subject, ...lines) => {
        expect(await onDatabase(argsOf(lines[0]))).toMatchObject({ status: 0 });
        expect(await onGateway(argsOf(lines[1]))).toMatchObject({ status: 0 });
        const entries = await list<{ actor: string }>(...argsOf(`audit list --subject ${subject} --limit 2`));
        expect(entries.map(({ actor }) => actor)).toEqual(['sandbox-operator', 'cli:ada']);
      },
    );

    it.each([
      'terminals list',
      'keys create late --role operator',
      'transactions reconcile --day 2026-11-21',
    ])('%s is refused to a key of another role', async (line) => {
      const { status, out, err } = await onGateway(argsOf(line), false, KEYS.client);
      expect([status, out, err]).toEqual([1, '', expect.stringMatching(/^[^\n]+\. \(FORBIDDEN\)\n$/)]);
    });

    it('what is about files works on the database alone, and says so', async () => {
      for (const line of [
        'wallets import w.csv --programme sandbox',
        'shared-keys add --programme sandbox --key-id 002 --from-file key.hex',
      ]) {
        const { status, err } = await onGateway(argsOf(line));
        expect([status, err]).toEqual([2, '--url has no use here: this command works on the database.\n']);
      }
    });

    it('no command has both ways but these', () => {
      const run = new Set(
        [...READS, ...CHANGES, ...MADE].map((line) => line.split(' ').slice(0, 2).join(' ')),
      );
      const offered = leaves(programOf({ out: () => undefined, err: () => undefined })).filter(
        ([command]) => !TESTED_ELSEWHERE.has(command),
      );
      expect(offered.map(([command]) => command).filter((command) => !run.has(command))).toEqual([]);
      expect(offered.length).toBeGreaterThan(40);
    });
  });
}

interface Form {
  readonly more: readonly string[];
  readonly isTerminal: boolean;
}
const JSON_FORM: Form = { more: ['--json'], isTerminal: false };
const TABLE: Form = { more: [], isTerminal: true };

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly state: string;
}

/** Input for commands that ask for a password. */
const INPUT = 'the new password\n';

function withoutVolatile({ out, ...ended }: Ended): Ended {
  return { ...ended, out: VOLATILE.reduce((text, each) => text.replace(each, '…'), out) };
}

/** Returns the commands without subcommands that accept `--url` and the `--config` of a database. */
function leaves(command: Command, path: readonly string[] = []): [command: string][] {
  const options = [...command.options, ...(command.parent?.options ?? [])]
    .filter(({ description }) => !description.includes('the port of the gateway'))
    .map(({ long }) => long);
  const isBoth = command.commands.length === 0 && options.includes('--url') && options.includes('--config');
  return [
    ...(isBoth ? [[path.join(' ')] as [string]] : []),
    ...command.commands.flatMap((each) => leaves(each, [...path, each.name()])),
  ];
}

/** Commands with tests of their own, on both databases or on a database alone. */
const TESTED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['wallets import', 'shared-keys add', 'reconcile'],
  'transactions purge',
  ...['approvals list', 'approvals approve', 'approvals reject'],
  ...['audit head', 'audit verify', 'audit export', 'audit erase', 'audit purge'],
]);
