import type { Programme as ProgrammeRow, SharedKeyInfo } from '../../usecase/ports.js';
import { connectionOf } from '../connection.type.js';
import { isoTime } from '../time.js';
import {
  DerivationName,
  OtpAlgorithmName,
  Programme,
  SharedKeyStateName,
  VerifierName,
  type SharedKey,
} from './programme.type.js';

export const ProgrammeConnection = connectionOf(Programme, 'Programme');

export function programmeOf(row: ProgrammeRow): Programme {
  return {
    programme: row.programme,
    name: row.name,
    digits: row.digits,
    algorithm: OtpAlgorithmName[row.algorithm],
    stepSeconds: row.stepMs / 1000,
    derivation: DerivationName[row.derivation],
    validitySeconds: Math.floor(row.validityMs / 1000),
    verifier: VerifierName[row.verifier],
  };
}

export function sharedKeyOf(info: SharedKeyInfo): SharedKey {
  return {
    keyId: info.sharedKeyId,
    state: SharedKeyStateName[info.state],
    createdAt: isoTime(info.createdAtMs),
    changedAt: isoTime(info.changedAtMs),
  };
}
