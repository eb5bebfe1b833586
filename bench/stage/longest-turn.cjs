// Preloaded into a gateway: measures the longest turn of its event loop. On SIGUSR2 it writes `NUMBER MILLISECONDS` into the file
// that LONGEST_TURN_FILE names, and begins anew. NUMBER counts these reports.
const { renameSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const path = process.env.LONGEST_TURN_FILE;
if (isMainThread && path !== undefined) {
  let longestMs = 0;
  let reports = 0;
  let beganAtMs = performance.now();
  const turn = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - beganAtMs);
    beganAtMs = nowMs;
    setImmediate(turn).unref();
  };
  turn();
  process.on('SIGUSR2', () => {
    reports += 1;
    writeFileSync(`${path}.new`, `${String(reports)} ${String(longestMs)}`);
    renameSync(`${path}.new`, path);
    longestMs = 0;
    beganAtMs = performance.now();
  });
}
