const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The suites that take longest. They start first: one that starts last has a core to itself while the others have nothing to do.
 * Jest orders by the times of the last run, which a fresh clone does not have.
 */
const LONGEST = [
  'console/console.slow',
  'sign-in/sign-in.slow',
  'cli/init.slow',
  'samples/quickstart.slow',
  'life/client-certificates.slow',
  'model/model',
  'contract/audit-chain',
  'interfaces/downstream',
  'interfaces/failures',
  'interfaces/usual-gateway',
  'contract/ledger',
  'cli/lists',
  'interfaces/refusals',
  'life/start-and-stop',
  'cli/serve',
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
