import { dialogsChapter } from './dialogs.chapter.js';
import { directoryChapter } from './directory.chapter.js';
import { eventsChapter } from './events.chapter.js';
import { keyboardChapter } from './keyboard.chapter.js';
import { listsChapter } from './lists.chapter.js';
import { liveChapter } from './live.chapter.js';
import { provisioningChapter } from './provisioning.chapter.js';
import { qualitiesChapter } from './qualities.chapter.js';
import { reconcileChapter } from './reconcile.chapter.js';
import { refusedChapter } from './refused.chapter.js';
import { rolesChapter } from './roles.chapter.js';
import { runbookChapter } from './runbook.chapter.js';
import { signInChapter } from './sign-in.chapter.js';
import { supportChapter } from './support.chapter.js';
import { transactionChapter } from './transaction.chapter.js';
import { troubleChapter } from './trouble.chapter.js';
import { walk } from './walk.js';

walk('the console', [
  signInChapter,
  liveChapter,
  transactionChapter,
  keyboardChapter,
  provisioningChapter,
  eventsChapter,
  refusedChapter,
  reconcileChapter,
  directoryChapter,
  runbookChapter,
  troubleChapter,
  supportChapter,
  rolesChapter,
  dialogsChapter,
  qualitiesChapter,
  listsChapter,
]);
