import { runCli } from '../support/gateway.js';

const MASTER_KEY = { CARDWAY_MASTER_KEY: `hex:${'7e'.repeat(32)}` };

it('without pg_dump the error says what to do and does not show the password', async () => {
  const { status, out, err } = await runCli(['backup', '/nowhere/file'], {
    ...MASTER_KEY,
    CARDWAY_DATABASE_URL: 'postgres://cardway:canary@127.0.0.1:1/none',
    PATH: '/nowhere',
  });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('pg_dump cannot be run here');
  expect(err).toContain('pgBackRest');
  expect(err).not.toContain('canary');
});
