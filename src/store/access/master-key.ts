import { createHash } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { MASTER_KEY_BYTES, type RandomBytes } from '../../core/access/seal.js';
import { parseSigningKey } from '../../core/wire/signature.js';
import { CardwayError } from '../../platform/errors.js';
import { syncFolder, writeDurably } from '../../platform/files.js';

/**
 * Returns the key of a setting: bytes, or text (UTF-8, `hex:…`, `base64:…`) of 16 bytes or more. A key without the 32 bytes of
 * AES-256 is hashed to them. Errors: UNAVAILABLE.
 */
export function readMasterKey(given: Buffer | string): Buffer {
  const reading = typeof given === 'string' ? parseSigningKey(given) : { kind: 'ok' as const, key: given };
  if (reading.kind === 'bad' || reading.key.length < MASTER_KEY_BYTES_MIN) {
    throw invalidMasterKey(
      'The master key must stand for 16 bytes or more, best for 32, as in hex:<64 hex digits>.',
    );
  }
  if (reading.key.length === MASTER_KEY_BYTES) return Buffer.from(reading.key);
  return createHash('sha256').update(reading.key).digest();
}

const MASTER_KEY_BYTES_MIN = 16;

/** Returns the key in `file`, or null when the file is missing. Errors: UNAVAILABLE when it cannot be read or is damaged. */
export function loadMasterKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw invalidMasterKey(`The master key file ${file} cannot be read.`, error);
  }
  if (!/^[0-9a-f]{64}\n?$/.test(text))
    throw invalidMasterKey(`The master key file ${file} is damaged: it must hold 64 hex digits.`);
  return Buffer.from(text.trim(), 'hex');
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
    writeDurably(draft, `${key.toString('hex')}\n`);
    try {
      linkSync(draft, file);
      // The new name must survive a power cut too, or sealed values would outlive their key.
      syncFolder(dirname(file));
      return key;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
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

function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function invalidMasterKey(message: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message, cause });
}
