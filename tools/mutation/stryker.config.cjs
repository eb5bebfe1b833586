const { name, part } = require('./parts.cjs');

const FOLDER = `.cache/mutation/${name}`;

// Static mutants are left out: each would run every test in a process of its own, and tables are tested against the documents.
module.exports = {
  packageManager: 'npm',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  jest: { configFile: 'tools/mutation/jest.config.cjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${FOLDER}/report.json` },
  htmlReporter: { fileName: `${FOLDER}/report.html` },
  tempDirName: `${FOLDER}/sandbox`,
  incremental: true,
  incrementalFile: `${FOLDER}/incremental.json`,
  cleanTempDir: 'always',
  ignorePatterns: ['dist', 'console', 'docs', 'bench', 'deploy', 'data', '.node', 'coverage', '*.log'],
  thresholds: { high: 95, low: 85, break: 85 },
  mutate: part.mutate,
};
