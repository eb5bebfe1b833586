import type { Entity } from '../entities/entity.js';
import { right } from '../table.js';

/** Card programmes with the settings of their secrets. */
export const PROGRAMMES: Entity = {
  command: 'programmes',
  about: 'Lists, makes and changes card programmes.',
  type: 'Programme',
  key: { field: 'programme', name: 'programme' },
  columns: {
    Programme: 'programme',
    Name: 'name',
    Currency: 'currency',
    Digits: right('digits'),
    Algorithm: 'algorithm',
    Derivation: 'derivation',
    'Step (s)': right('stepSeconds'),
    'Validity (s)': right('validitySeconds'),
    Verifier: 'verifier',
  },
  list: {
    query: 'programmes',
    whenEmpty: 'No programmes yet. Make one: cardway programmes set <programme>',
  },
  show: { query: 'programme', missing: 'programme has this name' },
  changes: { set: { mutation: 'putProgramme' } },
};
