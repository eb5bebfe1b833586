import { sqliteTests } from '../support/databases.js';
import { failuresSuite } from './failures-suite.js';

sqliteTests(failuresSuite);
