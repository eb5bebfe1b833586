// fast-check, whose properties draw from one seed: a failure on one machine is one on every machine, and its message names the seed.
// CARDWAY_TEST_SEED takes another one; a night run draws a new one each time.
const { join } = require('node:path');

const fastCheck = require(
  join(__dirname, '..', '..', 'node_modules', 'fast-check', 'lib', 'cjs', 'fast-check.js'),
);

fastCheck.configureGlobal({ seed: Number(process.env.CARDWAY_TEST_SEED ?? 20260817) });

module.exports = fastCheck;
