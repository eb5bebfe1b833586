import { refusedChapter } from './refused.chapter.js';
import { signInChapter } from './sign-in.chapter.js';
import { transactionChapter } from './transaction.chapter.js';
import { walk } from './walk.js';

// A browser's pages take minutes of processor time: all chapters are in console.long.test.ts.
walk('what an operator needs first', [signInChapter, transactionChapter, refusedChapter]);
