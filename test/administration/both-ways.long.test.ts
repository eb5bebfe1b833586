import { eachDatabase } from '../support/databases.js';
import { bothWays } from './both-ways.js';

eachDatabase(bothWays);
