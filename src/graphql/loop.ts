import type { Timer } from '../usecase/ports.js';

/** Acts again and again, with a pause between; a failure is told, and ends nothing. */
export function startLoop(
  options: {
    readonly timer: Timer;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
  act: () => Promise<void> | void,
): { stop(): void } {
  let isStopped = false;
  let pause = options.timer.wait(options.everyMs);
  const loop = async (): Promise<void> => {
    for (;;) {
      await pause.done;
      if (hasStopped()) return;
      try {
        await act();
      } catch (error) {
        options.onFailure(error);
      }
      if (hasStopped()) return;
      pause = options.timer.wait(options.everyMs);
    }
  };
  /** A function, because the compiler believes that what was tested cannot change while the loop waits. */
  const hasStopped = (): boolean => isStopped;
  void loop();
  return {
    stop() {
      isStopped = true;
      pause.cancel();
    },
  };
}
