import { createLog } from '../../src/platform/log.js';

function openLog(about?: () => object) {
  const lines: string[] = [];
  const clock = { atMs: Date.parse('2026-08-17T17:58:57.007Z'), nowMs: () => clock.atMs };
  const write = (line: string): void => void lines.push(line);
  return { log: createLog({ level: 'info', format: 'json', clock, write, about }), clock, lines };
}

describe('a line of the log', () => {
  it('holds level, time, fields and message, in this order', () => {
    const { log, lines } = openLog();
    log.warn({ route: 'default', failure: undefined, count: 2 }, 'a message');
    log.error('another one');
    expect(lines).toEqual([
      '{"level":"warn","time":"2026-08-17T17:58:57.007Z","route":"default","count":2,"msg":"a message"}\n',
      '{"level":"error","time":"2026-08-17T17:58:57.007Z","msg":"another one"}\n',
    ]);
  });

  it('holds the time of its moment, also when the clock jumps back', () => {
    const { log, clock, lines } = openLog();
    const times = ['17:58:57.999', '17:58:58.000', '17:58:57.998', '03:00:00.010'];
    for (const time of times) {
      clock.atMs = Date.parse(`2026-08-17T${time}Z`);
      log.info('x');
    }
    expect(lines.map((line) => (JSON.parse(line) as { time: string }).time)).toEqual(
      times.map((time) => `2026-08-17T${time}Z`),
    );
  });

  it('holds the fields of every line first', () => {
    const { log, lines } = openLog(() => ({ trace_id: 'abc' }));
    log.info({ route: 'default' }, 'x');
    expect(lines[0]).toContain(',"trace_id":"abc","route":"default",');
  });

  it('reduces an error and its cause, and cuts card numbers in both', () => {
    const { log, lines } = openLog();
    const cause = Object.assign(new Error('no 4111111111111111'), { config: { headers: 'secret' } });
    log.error({ err: new Error('failed', { cause }) }, 'x');
    const { err } = JSON.parse(lines[0] ?? '') as { err: object };
    expect(err).toMatchObject({
      name: 'Error',
      message: 'failed',
      cause: { message: 'no 411111XXXXXX1111' },
    });
    expect(lines[0]).not.toContain('headers');
  });

  it('names the fields where a value cannot be printed, and does not throw', () => {
    const { log, lines } = openLog();
    log.info({ requestId: 'a', sequence: 5n }, 'x');
    expect(lines[0]).toContain('"unprintable":"requestId sequence","msg":"x"');
  });

  it('appears from the level on that is set, which may change', () => {
    const { log, lines } = openLog();
    const logAll = (): void => {
      log.info('info');
      log.warn('warn');
      log.error('error');
    };
    const counts = (['trace', 'warn', 'error', 'silent'] as const).map((level) => {
      log.level = level;
      lines.length = 0;
      logAll();
      return lines.length;
    });
    expect(counts).toEqual([3, 2, 1, 0]);
  });
});
