import { postgresTests } from '../support/databases.js';
import { bothWays } from './both-ways.js';

postgresTests(bothWays);
