/** Tables of the pages of docs/reference that are made of the program: events and result codes. */
import { eventProperties } from '../../scripts/describe/events.js';
import { prose, table } from '../../scripts/describe/markdown.js';
import { type Schema, typeText } from '../../scripts/describe/rest.js';
import { EVENT_DESCRIPTIONS, EVENT_TYPES } from '../../src/core/events/event.js';
import { isApproval, RESULT_CODES } from '../../src/core/transactions/result-codes.js';
import { ERRORS } from '../../src/platform/errors.js';

/** Returns the types of events with their members. Types with the same members share a table. */
export function eventMembers(): string {
  const groups = new Map<string, { types: string[]; properties: Readonly<Record<string, object>> }>();
  for (const type of EVENT_TYPES) {
    const properties: Readonly<Record<string, object>> = {
      ...eventProperties(type),
      type: { type: 'string', description: 'Type of the event' },
    };
    const key = JSON.stringify(properties);
    const group = groups.get(key) ?? { types: [], properties };
    group.types.push(type);
    groups.set(key, group);
  }
  const types = EVENT_TYPES.map((type) => [`\`${type}\``, EVENT_DESCRIPTIONS[type]]);
  const lines = [...groups.values()].flatMap(({ types, properties }) => [
    `Members of ${types.map((type) => `\`${type}\``).join(', ')}:`,
    '',
    ...table(
      ['member', 'type', 'meaning'],
      Object.entries(properties).map(([name, member]) => [
        `\`${name}\``,
        typeText(member),
        prose((member as Schema).description),
      ]),
    ),
  ]);
  return [...table(['type', 'cause'], types), ...lines].join('\n');
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
