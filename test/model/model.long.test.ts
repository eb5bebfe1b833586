import { whyNoPostgres } from '../support/postgres.js';
import { modelSuite } from './model-suite.js';

const without = whyNoPostgres();
if (without === null) modelSuite('PostgreSQL');
else it(`is not run: ${without}`, () => undefined);
