import { join } from 'node:path';
import { median, spread } from '../judge/median.js';
import { makeDatabase } from '../stage/directory.js';
import type { Scenario } from './scenario.js';

export const start: Scenario = {
  name: 'start',
  about: 'P10: from starting `serve` on an existing database to its ready line',
  async run(stage, effort) {
    const path = join(stage.folder, 'start.db');
    await makeDatabase(path, effort.wallets);
    const seconds: number[] = [];
    for (let round = 0; round < Math.max(5, effort.rounds); round += 1) {
      const gateway = await stage.startGateway({ databaseUrl: `sqlite:${path}` });
      seconds.push(gateway.startMs / 1000);
      effort.tell(`start ${gateway.startMs.toFixed(0)} ms`);
      await gateway.stop();
    }
    return [
      {
        target: 'P10',
        what: 'start on an existing database to the ready line',
        measured: median(seconds),
        unit: 's',
        wanted: { atMost: 0.45 },
        spread: spread(seconds),
      },
    ];
  },
};
