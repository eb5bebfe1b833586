// The tests that mutation testing runs.
const { resolve } = require('node:path');
const { projects } = require('../../scripts/jest.config.cjs');
const { part } = require('./parts.cjs');

const ROOT = resolve(__dirname, '..', '..');

/** @type {import('jest').Config} */
module.exports = {
  ...projects[0],
  displayName: undefined,
  rootDir: ROOT,
  testMatch: part.tests.map((path) => `${ROOT}/${path}`),
  testPathIgnorePatterns: ['/node_modules/', '\\.long\\.test\\.ts$'],
};
