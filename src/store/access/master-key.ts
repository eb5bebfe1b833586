import { linkSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  MASTER_KEY_BYTES,
  MASTER_KEY_FORM,
  parseMasterKey,
  type RandomBytes,
} from '../../core/access/seal.js';
import { CardwayError } from '../../platform/errors.js';
import { syncFolder, writeDurably } from '../../platform/files.js';
import { codeOf } from '../engine/operation.js';

/** Returns the key of a setting: 32 bytes, or the text that stands for them. Errors: UNAVAILABLE. */
export function readMasterKey(given: Buffer | string): Buffer {
  const key = typeof given === 'string' ? parseMasterKey(given) : given;
  if (key?.length === MASTER_KEY_BYTES) return key;
  throw invalidMasterKey(`The master key must be ${MASTER_KEY_FORM}.`);
}

/** Returns the key in `file`, or null when the file is missing. Errors: UNAVAILABLE when it cannot be read or is damaged. */
export function loadMasterKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw invalidMasterKey(`The master key file ${file} cannot be read.`, error);
  }
  const key = parseMasterKey(text.replace(/\n$/, ''));
  if (key === null)
    throw invalidMasterKey(`The master key file ${file} is damaged: it must hold ${MASTER_KEY_FORM}.`);
  return key;
}

/**
 * Makes the key file, readable by its owner alone, or reads the one that another process made first. The file appears whole or
 * not at all. It is written under another name (O_EXCL) and then linked, which fails where the name exists.
 *
 * Errors: UNAVAILABLE when the folder cannot be written.
 */
export function makeMasterKey(file: string, random: RandomBytes): Buffer {
  const key = random(MASTER_KEY_BYTES);
  const draft = `${file}.${random(8).toString('hex')}`;
  try {
    writeDurably(draft, `hex:${key.toString('hex')}\n`);
    try {
      linkSync(draft, file);
      // The new name must survive a power cut too, or sealed values would outlive their key.
      syncFolder(dirname(file));
      return key;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  } catch (error) {
    throw invalidMasterKey(`The master key file ${file} cannot be written.`, error);
  }
  const winner = loadMasterKey(file);
  if (winner === null) throw invalidMasterKey('The master key file vanished while it was read.');
  return winner;
}

function invalidMasterKey(message: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message, cause });
}
