import { EVENT_LOG } from '../../../src/store/engine/locks.js';
import { NO_RESULT } from '../../../src/store/engine/operation.js';
import { postgresDialect } from '../../../src/store/engine/postgres/postgres.js';
import { createAppendEvent } from '../../../src/store/events/append.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { digitized } from '../../stream/appender.js';

test('the lock of the event log is taken before an event gets its number', () => {
  const databaseUrl = 'postgres://cardway:secret@localhost/cardway';
  const dialect = postgresDialect({ databaseUrl, settings: DEFAULT_STORE_SETTINGS });
  const append = createAppendEvent(dialect);
  const operation = append(digitized(1), 1);
  expect(operation.next(NO_RESULT).value).toEqual(dialect.lock(EVENT_LOG).next(NO_RESULT).value);
  expect(operation.next(NO_RESULT).value).toMatchObject({
    sql: expect.stringMatching(/^insert into "events"/),
  });
});
