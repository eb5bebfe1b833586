import { inReach, listInReach, programmeInReach } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { PageRequest } from '../paging.js';
import type { AttemptFilter, AttemptFunnel, Attempts, DigitizationFilter } from './attempt-port.js';

export type ReadAttempts = ReturnType<typeof createReadAttempts>;

/** Reads attempts and tokens of the reader's programme; operators see all. Errors: UNAVAILABLE. */
export function createReadAttempts({
  attempts,
}: {
  readonly attempts: Pick<Attempts, 'find' | 'list' | 'funnel' | 'listDigitizations'>;
}) {
  return {
    /** Returns null where none exists, or where the reader may not see it. */
    one: async (reader: ApiKey, attemptId: string) => inReach(reader, await attempts.find(attemptId)),
    page: (reader: ApiKey, request: PageRequest<AttemptFilter>) => listInReach(reader, request, attempts),
    async funnel(reader: ApiKey, filter: AttemptFilter): Promise<AttemptFunnel> {
      const programme = programmeInReach(reader, filter.programme);
      return programme === undefined ? NO_ATTEMPTS : attempts.funnel({ ...filter, programme });
    },
    digitizations: (reader: ApiKey, request: PageRequest<DigitizationFilter>) =>
      listInReach(reader, request, { list: (page) => attempts.listDigitizations(page) }),
  };
}

const NO_ATTEMPTS: AttemptFunnel = {
  issued: 0,
  verified: 0,
  authorized: 0,
  digitized: 0,
  expired: 0,
  superseded: 0,
  declined: 0,
};
