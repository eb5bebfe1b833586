import { visibleProgramme } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import { type Page, type PageRequest, requirePageSize } from '../paging.js';
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
  readonly pageSizeMax: number;
}): ReadAttempts {
  const seen = <Filter>(reader: ApiKey, request: PageRequest<Filter>): PageRequest<Filter> => {
    requirePageSize(request, deps.pageSizeMax);
    return { ...request, filter: { ...request.filter, programme: visibleProgramme(reader) } };
  };
  return {
    async one(reader, attemptId) {
      const programme = visibleProgramme(reader);
      const row = await deps.attempts.find(attemptId);
      return row !== null && (programme === null || programme === row.programme) ? row : null;
    },
    page: async (reader, request) => deps.attempts.list(seen(reader, request)),
    funnel: (reader, filter) => deps.attempts.funnel({ ...filter, programme: visibleProgramme(reader) }),
    digitizations: async (reader, request) => deps.attempts.listDigitizations(seen(reader, request)),
  };
}
