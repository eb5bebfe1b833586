import type { Shell } from '../shell.js';
import type { Place } from './place.js';

const BAR_WIDTH = 24;
const EVERY_MS = 100;

export interface Progress {
  show(place: Place, isLast?: boolean): void;
}

/** A bar on a terminal, nothing in a pipe. */
export function progressOf(
  shell: Pick<Shell, 'isTerminal' | 'err' | 'world'>,
  start: Place,
  bytes: number,
): Progress {
  const { clock } = shell.world;
  const startedAtMs = clock.nowMs();
  let shownAtMs = 0;
  if (!shell.isTerminal) return { show: () => undefined };
  return {
    show(place, isLast = false) {
      const nowMs = clock.nowMs();
      if (!isLast && nowMs - shownAtMs < EVERY_MS) return;
      shownAtMs = nowMs;
      const share = bytes === 0 ? 1 : Math.min(1, place.offset / bytes);
      const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-');
      const lines = place.line - start.line;
      const perSecond = Math.round((lines * 1000) / Math.max(1, nowMs - startedAtMs));
      const percent = `${String(Math.floor(share * 100)).padStart(3)}%`;
      const counts = `${String(lines)} lines  ${String(perSecond)}/s  ${String(place.rejected)} rejected`;
      shell.err(`\r[${bar}] ${percent}  ${counts}${isLast ? '\n' : ''}`);
    },
  };
}
