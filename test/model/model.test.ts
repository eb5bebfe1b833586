import { modelSuite } from './model-suite.js';

modelSuite('SQLite');
