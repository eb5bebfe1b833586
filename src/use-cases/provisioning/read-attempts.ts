import { programmeInReach, visibleProgramme } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Page, PageRequest } from '../paging.js';
import type {
  AttemptFilter,
  AttemptFunnel,
  AttemptRow,
  Attempts,
  DigitizationFilter,
  DigitizationRow,
} from './attempt-port.js';

export interface ReadAttempts {
  /** Returns null where none exists, or where the reader may not see it. */
  one(reader: ApiKey, attemptId: string): Promise<AttemptRow | null>;
  page(reader: ApiKey, request: PageRequest<AttemptFilter>): Promise<Page<AttemptRow>>;
  funnel(reader: ApiKey, filter: AttemptFilter): Promise<AttemptFunnel>;
  digitizations(reader: ApiKey, request: PageRequest<DigitizationFilter>): Promise<Page<DigitizationRow>>;
}

/** Reads attempts and tokens of the reader's programme; operators see all. Errors: BAD_REQUEST, UNAVAILABLE. */
export function createReadAttempts(deps: {
  readonly attempts: Pick<Attempts, 'find' | 'list' | 'funnel' | 'listDigitizations'>;
}): ReadAttempts {
  const pageOf = async <Filter extends InProgramme, Row>(
    reader: ApiKey,
    request: PageRequest<Filter>,
    list: (within: PageRequest<Filter>) => Promise<Page<Row>>,
  ): Promise<Page<Row>> => {
    const filter = withinReach(reader, request.filter);
    return filter === null ? NO_ROWS : list({ ...request, filter });
  };
  return {
    async one(reader, attemptId) {
      const programme = visibleProgramme(reader);
      const row = await deps.attempts.find(attemptId);
      return row !== null && (programme === null || programme === row.programme) ? row : null;
    },
    page: (reader, request) => pageOf(reader, request, deps.attempts.list),
    async funnel(reader, wanted) {
      const filter = withinReach(reader, wanted);
      return filter === null ? NO_ATTEMPTS : deps.attempts.funnel(filter);
    },
    digitizations: (reader, request) => pageOf(reader, request, deps.attempts.listDigitizations),
  };
}

interface InProgramme {
  readonly programme?: string | null;
}

/** Limits a filter to what the reader may see. Null where it may see none of it. Errors: FORBIDDEN for a key without a programme. */
function withinReach<Filter extends InProgramme>(reader: ApiKey, filter: Filter): Filter | null {
  visibleProgramme(reader);
  const programme = programmeInReach(reader, filter.programme);
  return programme === undefined ? null : { ...filter, programme };
}

const NO_ROWS = { rows: [], hasNextPage: false, hasPreviousPage: false } as const;

const NO_ATTEMPTS: AttemptFunnel = {
  issued: 0,
  verified: 0,
  authorized: 0,
  digitized: 0,
  expired: 0,
  superseded: 0,
  declined: 0,
};
