/** Meaning of the gateway's words for failures, as docs/transactions.md lists them. */
const MEANINGS: Readonly<Record<string, string>> = {
  not_connected: 'There was no connection to the wallet service.',
  status: 'The wallet service answered with a status that is no answer.',
  breaker: 'The breaker was open, because earlier calls failed.',
  bulkhead: 'No place was free on the route.',
  deadline_passed: 'The deadline passed before the first byte.',
  not_sent_in_time: 'The deadline passed before the first byte.',
  reversed: 'A reversal was accepted before the call could be sent.',
  claim_lost: 'Another process took over the call.',
  not_confirmed: 'The database did not confirm in time that the call may be sent.',
  closed: 'The gateway stopped before the first byte.',
  unknown_route: 'The configuration has no such route any more.',
  unknown_method: 'The configuration has no such method any more.',
  reversed_in_part: 'A reversal of a part of this adjustment came before it.',
  unsendable: 'The HTTP client refused the call.',
  timeout: 'No answer came in time.',
  no_late_answer: 'No answer came in time, and no late one either.',
  late_calls_max: 'No answer came in time, and too many calls waited for a late one.',
  cut: 'The connection ended before the whole answer came.',
  redirect: 'The wallet service redirected the call, which the gateway does not follow.',
  too_large: 'The answer was too long.',
  unreadable: 'The answer cannot be read.',
  method_response_unreadable: 'The methodResponse in the answer cannot be read.',
  not_an_object: 'The answer is no JSON object.',
  response_missing: 'The answer has no response.',
  result_code_missing: 'The answer has no usable resultCode.',
  fault: 'The answer is a fault.',
  amount_unreadable: 'The approvalAmount of the answer has a fraction.',
  other_customer: 'The answer names another customer.',
  two_customers: 'The answer names two customers.',
  reader_failed: 'The gateway failed while it read the answer.',
  lease_ended: 'The process that made the call ended.',
  customer_unreadable: 'The answer names no customer that can be read.',
};

/** Meanings of those words that say something else once the call was sent. */
const AFTER_SENDING: Readonly<Record<string, string>> = {
  closed: 'The gateway stopped while it waited for the answer.',
};

/** Meaning of an HTTP status that is no answer. All others mean the same as the failure `status`. */
const STATUSES: Readonly<Record<number, string>> = {
  401: 'The wallet service refused the signature.',
  403: 'The wallet service refused the signature.',
  404: 'The wallet service has nothing at this address.',
  405: 'The wallet service has nothing at this address.',
  413: 'The wallet service refused the size of the call.',
  415: 'The wallet service refused the type of the call.',
  429: 'The wallet service refused the rate of the calls.',
};

/** Returns a sentence for a failure: `not_connected:ECONNREFUSED`, with the system's code in brackets. */
export function failureText({ failure, httpStatus, sentAt }: Failed): string {
  const [word = '', code] = failure.split(':');
  const status = word === 'status' && httpStatus !== null ? STATUSES[httpStatus] : undefined;
  const sent = sentAt === null ? undefined : AFTER_SENDING[word];
  const meaning = status ?? sent ?? MEANINGS[word] ?? word.replaceAll('_', ' ');
  return code === undefined ? meaning : `${meaning.replace(/\.$/, '')} (${code}).`;
}

interface Failed {
  readonly failure: string;
  readonly httpStatus: number | null;
  /** Null where no byte was sent. */
  readonly sentAt: string | null;
}

/** Words of failures before the first byte, which the state of the route explains. */
const AWAY: readonly string[] = ['not_connected', 'breaker', 'bulkhead'];

/** Returns the entry of the runbook for a failure; null where there is nothing to do. */
export function runbookOf(
  failure: string,
  httpStatus: number | null,
  isInDoubt: boolean,
): 'signature' | 'away' | 'doubt' | null {
  const [word = ''] = failure.split(':');
  if (word === 'status' && (httpStatus === 401 || httpStatus === 403)) return 'signature';
  if (AWAY.includes(word)) return 'away';
  return isInDoubt ? 'doubt' : null;
}
