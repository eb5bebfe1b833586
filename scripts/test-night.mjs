// npm run test:night: runs for hours, and in full size, the tests that each commit runs in a small size. Writes the measurements
// to night-report.md. `-- --model` runs the model only, for `--minutes N` on each database, and `-- --holes` its planted holes only.
import './setup/require-node.mjs';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare, runScript } from './setup/prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const REPORT = 'night-report.md';

/**
 * Full size of each suite. A variable that is set already keeps its value.
 *
 * @type {Record<string, string>}
 */
const SIZES = {
  FEED_RUNS: '5000',
  CARDWAY_FAULT_NODES: '3',
  CARDWAY_FAULT_KILLS: '76',
  CARDWAY_FAULT_ACKNOWLEDGED: '20000',
  CARDWAY_FAULT_EVENTS: '2000',
  CARDWAY_FAULT_CALLS: '1000',
  CARDWAY_TEST_MUTATIONS: '400',
  CARDWAY_TEST_TEXT_LENGTH: '262144',
  CARDWAY_HONEST_VALUES: '100000',
  CARDWAY_TEST_SECRET_RUNS: '300',
  CARDWAY_STORE_KILLS: '50',
  CARDWAY_TEST_SLOW_SENDERS: '1000',
  STREAM_SUBSCRIBERS: '2000',
  STREAM_KILLS: '20',
  STREAM_EVENTS: '3000',
  CARDWAY_SOAK_SECONDS: '3600',
  CARDWAY_MODEL_MINUTES: '60',
  CARDWAY_MODEL_HOLES: 'all',
  CARDWAY_TEST_SEED: String(1 + Math.floor(Math.random() * 1e8)),
};
const SUITES = [
  ...['test/unit/outbox/feed', 'test/fault', 'test/nodes'],
  ...['test/unit/patterns', 'test/unit/core/keep', 'test/unit/usecase/secrets', 'test/unit/store/crash'],
  ...['test/interfaces/captured', 'test/stream/fan-out', 'test/stream/kill'],
  ...['test/soak', 'test/model'],
];

const { values: options, positionals: paths } = parseArgs({
  options: { model: { type: 'boolean' }, holes: { type: 'boolean' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
if (options.minutes !== undefined) process.env.CARDWAY_MODEL_MINUTES = options.minutes;
const named = [
  ...(options.model === true ? ['test/model/model'] : []),
  ...(options.holes === true ? ['test/model/holes'] : []),
  ...paths,
];

await runScript(async () => {
  await prepare(ROOT);
  const results = join(tmpdir(), `cardway-night-${process.pid}.json`);
  const told = await run(results);
  const report = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results);
  writeFileSync(join(ROOT, REPORT), written(report, told));
  process.stderr.write(`${report.success ? 'Passed' : 'Failed'}; ${REPORT} has what was measured.\n`);
  process.exitCode = report.success ? 0 : 1;
});

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Assertion
 * @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: Assertion[] }} Suite
 * @typedef {{ startTime: number, numPassedTests: number, numTotalTests: number, testResults: Suite[] }} Report
 */

/**
 * Runs one suite at a time, because suites measure. Returns the lines that they printed.
 *
 * @param {string} results the file that jest writes
 */
async function run(results) {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [
    jest,
    '--runInBand',
    '--json',
    `--outputFile=${results}`,
    ...(named.length > 0 ? named : SUITES),
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...SIZES, ...process.env },
    stdio: ['inherit', 'ignore', 'pipe'],
  });
  /** @type {string[]} */
  const lines = [];
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text);
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  await new Promise((resolve) => child.once('close', resolve));
  return lines.filter(
    (line) => /^\w.*\d/.test(line) && !/^(?:PASS|FAIL|Tests?|Snapshots|Time|Ran|npm|Skipped)\b/.test(line),
  );
}

/**
 * @param {Report} report
 * @param {string[]} told
 */
function written(report, told) {
  const sizes = Object.keys(SIZES).map((name) => `- ${name}=${process.env[name] ?? SIZES[name]}`);
  const suites = report.testResults.map(({ name, status, startTime, endTime }) => {
    const seconds = Math.round((endTime - startTime) / 1000);
    return `| ${name.slice(ROOT.length + 1)} | ${status} | ${seconds} s |`;
  });
  const failures = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `### ${fullName}\n\n\`\`\`\n${failureMessages.join('\n')}\n\`\`\``,
      ),
  );
  return [
    `# Night run of ${new Date(report.startTime).toISOString()}`,
    `Node ${process.versions.node}. ${report.numPassedTests} of ${report.numTotalTests} tests passed.`,
    `## Sizes\n\n${sizes.join('\n')}`,
    `## Suites\n\n| suite | | took |\n|---|---|---|\n${suites.join('\n')}`,
    `## Measured\n\n${told.map((line) => `- ${line}`).join('\n')}`,
    ...(failures.length === 0 ? [] : [`## Failures\n\n${failures.join('\n\n')}`]),
    '',
  ].join('\n\n');
}
