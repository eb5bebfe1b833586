import { postgresTests } from '../support/databases.js';
import { failuresSuite } from './failures-suite.js';

postgresTests(failuresSuite);
