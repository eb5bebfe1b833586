import { sqliteTests } from '../support/databases.js';
import { bothWays } from './both-ways.js';

sqliteTests(bothWays);
