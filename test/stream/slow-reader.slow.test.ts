import { sharedGateway, temporaryFolder } from '../support/gateway.js';
import { digitized, openAppender, type Appender } from './appender.js';
import { until } from '../life/until.js';
import { connect, DIGITIZATIONS } from './raw-socket.js';
import { constants } from '../support/constants.js';

const folder = temporaryFolder();

let appender: Appender;

const gateway = sharedGateway({
  folder,
  env: { ...constants({ SWEEP_EVERY_MS: 40, STALL_MS: 1800 }) },
});

beforeAll(async () => {
  appender = await openAppender(folder);
});

afterAll(async () => {
  await appender.close();
});

/** Number of events beyond the operating system's buffer of a connection. */
const EVENTS = 5000;
const LONG = 'x'.repeat(2000);

const digitizeMany = async (): Promise<void> => {
  for (let number = 0; number < EVENTS; number += 100) {
    const hundred = Array.from({ length: 100 }, (_, index) =>
      digitized(number + index, { tokenReference: `${number + index} ${LONG}` }),
    );
    await appender.append(...hundred);
  }
};

const numberOf = ({ payload }: Record<string, unknown>): number =>
  Number.parseInt(
    (payload as { data: { digitizationComplete: { tokenReference: string } } }).data.digitizationComplete
      .tokenReference,
    10,
  );

it('closes a reader that reads nothing with 1013, while another gets everything, and lets it resume by id', async () => {
  const slow = await connect(gateway.url);
  const quick = await connect(gateway.url);
  for (const { send } of [slow, quick])
    send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS } });
  quick.send({ id: '2', type: 'subscribe', payload: { query: '{ __typename }' } });
  await quick.next();
  await quick.next();
  slow.socket.pause();
  const appended = digitizeMany();
  for (let number = 0; number < EVENTS; number += 1) expect(numberOf(await quick.next())).toBe(number);
  await appended;
  // The slow one still has to read the messages under way, after the gateway has given it up.
  await until('the slow one is given up', () =>
    gateway.lines.some((line) => line.includes('socket closing') && line.includes('too slow')),
  );
  slow.socket.resume();
  expect(await slow.closed).toMatchObject({ code: 1013 });
  let last: Record<string, unknown> = {};
  let count = 0;
  for (let next = slow.heard(); next !== undefined; next = slow.heard()) {
    expect(numberOf(next)).toBe(count);
    count += 1;
    last = next;
  }
  expect(count).toBeLessThan(EVENTS);
  const after = (last['payload'] as { data: { digitizationComplete: { id: string } } }).data
    .digitizationComplete.id;
  const again = await connect(gateway.url);
  again.send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS, variables: { after } } });
  for (let number = count; number < EVENTS; number += 1) expect(numberOf(await again.next())).toBe(number);
  again.socket.close(1000);
  quick.socket.close(1000);
});
