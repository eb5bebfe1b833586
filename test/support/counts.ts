import { until } from '../life/until.js';
import { askGraphQL } from './channels/index.js';

/**
 * Waits until the statistics of a gateway count each transaction once, as it is now. The ledger is younger than an hour: older
 * quarter hours are final.
 */
export async function untilCounted(url: string, query: <Row>(sql: string) => Promise<Row[]>): Promise<void> {
  const [inTable] = await query(COUNTS);
  let counted: unknown;
  const isSame = async (): Promise<boolean> => {
    const { data } = await askGraphQL<{ stats: unknown }>(url, STATS);
    counted = data?.stats;
    return JSON.stringify(counted) === JSON.stringify(inTable);
  };
  await until('the statistics are those of the ledger', isSame).catch(() => undefined);
  expect(counted).toEqual(inTable);
}

const STATS = '{ stats(span: HOURS_24) { count approved declined refused inDoubt contradicted open } }';

/** The same counts, made by the database from the whole ledger. */
const COUNTS = `select count(*) as count,
    count(*) filter (where state = 'answered' and not is_unsent and result_code in (1, 2)) as approved,
    count(*) filter (where state = 'answered' and not is_unsent and result_code not in (1, 2)) as declined,
    count(*) filter (where state = 'refused' or (state = 'answered' and is_unsent)) as refused,
    count(*) filter (where state = 'in_doubt') as "inDoubt",
    count(*) filter (where state = 'contradicted') as contradicted,
    count(*) filter (where state in ('pending', 'queued', 'unmatched')) as open
  from (select state, result_code, coalesce(reply_reason, '') in
    ('original_not_processed', 'reversed_by_gateway', 'reversed_first') as is_unsent from transactions) as ledger`;
