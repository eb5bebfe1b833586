/**
 * Loaded before a gateway (`node --require`), which knows nothing of it: the machine's clock, as this process sees it, is TEST_CLOCK_AHEAD_MS ahead,
 * and TEST_CLOCK_STEP_MS further at each SIGUSR2, and back at each SIGWINCH. The clock that nobody can set goes on as it does.
 */
'use strict';

const RealDate = Date;
let aheadMs = Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0);
const stepMs = Number(process.env.TEST_CLOCK_STEP_MS ?? 0);
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

if (stepMs !== 0) {
  process.on('SIGUSR2', () => {
    aheadMs += stepMs;
  });
  process.on('SIGWINCH', () => {
    aheadMs -= stepMs;
  });
}
