/** Tests that each planted hole still fits the source. Planting them all takes an hour, so that a change would be noticed late. */
import { readFileSync } from 'node:fs';
import { HOLES } from './holes.js';

it.each(HOLES.map((hole) => [hole.name, hole] as const))('%s fits once', (_name, { patches }) => {
  for (const { file, before } of patches)
    expect([file, readFileSync(file, 'utf8').split(before).length - 1]).toEqual([file, 1]);
});
