/**
 * Loaded before a gateway (`node --require`), which knows nothing of it. The machine's clock, as this process sees it, is TEST_CLOCK_AHEAD_MS ahead,
 * and TEST_CLOCK_STEP_MS further at each SIGUSR2, and back at each SIGWINCH. The clock that nobody can set goes on as it does. Named constants have the
 * values of TEST_CONSTANT_NAME in the files of TEST_PROGRAM.
 */
'use strict';

const Module = require('node:module');

const RealDate = Date;
let aheadMs = Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0);
const stepMs = Number(process.env.TEST_CLOCK_STEP_MS ?? 0);
const now = () => RealDate.now() + aheadMs;

if (aheadMs !== 0 || stepMs !== 0) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

if (stepMs !== 0) {
  process.on('SIGUSR2', () => {
    aheadMs += stepMs;
  });
  process.on('SIGWINCH', () => {
    aheadMs -= stepMs;
  });
}

const constants = Object.entries(process.env).flatMap(([variable, value]) => {
  const name = /^TEST_CONSTANT_(\w+)$/.exec(variable)?.[1];
  return name === undefined
    ? []
    : [{ definition: new RegExp(`^const ${name} = .*;$`, 'm'), text: `const ${name} = ${value};` }];
});
if (constants.length > 0) {
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, file, ...more) {
    if (!file.startsWith(process.env.TEST_PROGRAM)) return compile.call(this, text, file, ...more);
    const changed = constants.reduce(
      (before, { definition, text }) => before.replace(definition, text),
      text,
    );
    return compile.call(this, changed, file, ...more);
  };
}
