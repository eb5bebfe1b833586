const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The suites that take longest. They start first: one that starts last has a core to itself while the others have nothing to do.
 * Jest orders by the times of the last run, which a fresh clone does not have.
 */
const LONGEST = [
  'console/console',
  'sign-in/sign-in',
  'contract/audit-chain',
  'interfaces/failures',
  'cli/init',
  'life/client-certificates',
  'interfaces/downstream',
  'samples/quickstart',
  'contract/ledger',
  'samples/checksums',
  'fault/advices',
  'contract/history',
  'cli/follow',
  'contract/provisioning',
  'interfaces/usual-gateway',
  'contract/events',
  'console/reference',
].map((name) => `/test/${name}.test.ts`);

/** @type {typeof import('@jest/test-sequencer').default} */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
      return found === -1 ? LONGEST.length : found;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }

  /** Keeps a suite that could not run as failed too. Jest counts its tests, none of which failed, and --onlyFailures would leave it out. */
  cacheResults(tests, results) {
    const testResults = results.testResults.map((result) =>
      result.testExecError == null
        ? result
        : { ...result, numFailingTests: Math.max(1, result.numFailingTests) },
    );
    super.cacheResults(tests, { ...results, testResults });
  }
};
