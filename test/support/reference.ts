/** Tables of the pages of docs/reference that are made of the program: events and result codes. */
import { eventProperties, HEAD } from '../../scripts/describe/events.js';
import { prose, table } from '../../scripts/describe/markdown.js';
import { type Schema, typeText } from '../../scripts/describe/rest.js';
import { EVENT_DESCRIPTIONS, EVENT_TYPES, type EventType } from '../../src/core/events/event.js';
import { isApproval, RESULT_CODES } from '../../src/core/transactions/result-codes.js';
import { ERRORS } from '../../src/platform/errors.js';

/** Returns the types of events with their members. Types with the same members share a table; all others are in one. */
export function eventMembers(): string {
  const types = EVENT_TYPES.map((type) => [`\`${type}\``, EVENT_DESCRIPTIONS[type]]);
  const groups = Map.groupBy(EVENT_TYPES, (type) => JSON.stringify(membersOf(type)));
  const shared = [...groups.values()].filter((group) => group.length > 1);
  const single = [...groups.values()].filter((group) => group.length === 1).flat();
  return [
    ...table(['type', 'cause'], types),
    'Members of every event:',
    '',
    ...table(['member', 'type', 'meaning'], rowsOf(HEAD)),
    ...shared.flatMap((group) => [
      `Further members of ${group.map((type) => `\`${type}\``).join(', ')}:`,
      '',
      ...table(['member', 'type', 'meaning'], rowsOf(membersOf(group[0]!))),
    ]),
    'Further members of the other events:',
    '',
    ...table(
      ['event', 'member', 'type', 'meaning'],
      single.flatMap((type) => rowsOf(membersOf(type)).map((row) => [`\`${type}\``, ...row])),
    ),
  ].join('\n');
}

function membersOf(type: EventType): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(eventProperties(type)).filter(([name]) => !(name in HEAD)));
}

function rowsOf(members: Readonly<Record<string, object>>): string[][] {
  return Object.entries(members).map(([name, member]) => [
    `\`${name}\``,
    typeText(member),
    prose((member as Schema).description),
  ]);
}

/** Returns the result codes with the errors that each stands for. */
export function resultCodesTable(): string {
  const rows = [...RESULT_CODES].map(([code, meaning]) => {
    const errors = Object.entries(ERRORS)
      .filter(([, { resultCode }]) => resultCode === code)
      .map(([name, { httpStatus }]) => `\`${name}\` ${String(httpStatus)}`);
    return [String(code), meaning, isApproval(code) ? 'approval' : 'decline', errors.join(', ')];
  });
  return table(['code', 'meaning', 'outcome', 'errors of Cardway, with the HTTP status of JSON'], rows).join(
    '\n',
  );
}
