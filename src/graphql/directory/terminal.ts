import { Int } from 'type-graphql';
import type { TerminalInfo } from '../../use-cases/directory/administration-port.js';
import { administrator, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import { closedSet, computed, field, given, inputType, nodeType, nullable, timeOrNull } from '../shapes.js';

const ChecksumAlgorithm = closedSet<TerminalInfo['checksumAlgorithm']>(
  'ChecksumAlgorithm',
  'The hash function of the HMAC by which a terminal proves itself.',
  { sha256: 'HMAC-SHA-256.', sha1: 'HMAC-SHA-1, for old terminals.' },
);

const ADDRESSES = 'Networks (CIDR) and addresses that it may call from.';

const Terminal = nodeType('Terminal', 'A terminal, without its password.', {
  terminalId: field(String, 'Terminal id, 10 characters.'),
  programme: field(String, 'Short name of its programme.'),
  enabled: computed(
    Boolean,
    'False where calls of the terminal are refused.',
    ({ isDisabled }: TerminalInfo) => !isDisabled,
  ),
  checksumAlgorithm: field(ChecksumAlgorithm, 'Hash function of its checksums.'),
  allowedAddresses: nullable([String], `${ADDRESSES} Null: from anywhere.`),
  previousPasswordUntil: timeOrNull(
    'previousPasswordUntilMs',
    'When the previous password stops working. Null where none works.',
  ),
  createdAt: timeOrNull('createdAtMs', 'When the terminal was added. Null where it is not known.'),
});
const TerminalFilter = inputType('TerminalFilter', 'Conditions on terminals. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  text: nullable(String, 'First characters of the terminal id.'),
});

const TERMINAL_REF = { terminalId: field(String, 'Terminal id, 10 characters.') };
const TERMINAL = { terminal: field(Terminal, 'The terminal as it is now.') };
const ALGORITHM = 'Hash function of its checksums.';

export const TerminalResolver = resolverOf({
  terminal: query({
    permission: 'readDirectory',
    args: TERMINAL_REF,
    gives: nullable(Terminal, 'Finds a terminal. Null where there is none.'),
    resolve: ({ terminalId }, context) => findTerminal(terminalId, context),
  }),
  terminals: list(Terminal, {
    permission: 'readDirectory',
    description: 'Lists terminals by their id.',
    filter: TerminalFilter,
    async resolve(page, { programme, text }, { useCases }) {
      const wanted = namedPageOf(page, 'terminal', { programme, text });
      const found = await useCases.administration.terminals.list(wanted);
      return namedConnection(found, 'terminal', ({ terminalId }) => terminalId);
    },
  }),
  addTerminal: mutation({
    permission: 'manageTerminals',
    description: 'Adds a terminal.',
    input: [
      'A new terminal.',
      {
        ...TERMINAL_REF,
        programme: field(String, 'Short name of its programme.'),
        password: field(String, 'Password from the processor, 10 characters or more. Never shown again.'),
        checksumAlgorithm: nullable(ChecksumAlgorithm, `${ALGORITHM} Default: SHA256.`),
        allowedAddresses: nullable([String], `${ADDRESSES} Left out: from anywhere.`),
      },
    ],
    result: TERMINAL,
    async resolve({ terminalId, programme, password, ...settings }, { useCases, caller }) {
      const terminal = { terminalId, programme, password, ...given(settings) };
      return { terminal: await useCases.administration.terminals.add(administrator(caller), terminal) };
    },
  }),
  setTerminal: mutation({
    permission: 'manageTerminals',
    description: 'Changes a terminal.',
    input: [
      'Changes of a terminal. A field that is left out keeps its value.',
      {
        ...TERMINAL_REF,
        programme: nullable(String, 'Short name of its new programme.'),
        checksumAlgorithm: nullable(ChecksumAlgorithm, ALGORITHM),
        allowedAddresses: nullable([String], `${ADDRESSES} An empty list: from anywhere.`),
      },
    ],
    result: TERMINAL,
    async resolve({ terminalId, ...changes }, { useCases, caller }) {
      const change = { terminalId, ...given(changes) };
      return { terminal: await useCases.administration.terminals.set(administrator(caller), change) };
    },
  }),
  disableTerminal: mutation({
    permission: 'manageTerminals',
    description: 'Disables a terminal. Its calls are refused like those of an unknown terminal.',
    input: ['The terminal to disable.', TERMINAL_REF],
    result: TERMINAL,
    resolve: ({ terminalId }, context) => setEnabled(context, terminalId, false),
  }),
  enableTerminal: mutation({
    permission: 'manageTerminals',
    description: 'Enables a terminal again.',
    input: ['The terminal to enable.', TERMINAL_REF],
    result: TERMINAL,
    resolve: ({ terminalId }, context) => setEnabled(context, terminalId, true),
  }),
  rotateTerminalPassword: mutation({
    permission: 'manageTerminals',
    description: 'Gives a terminal a new password. The previous one works until the overlap ends.',
    input: [
      'A new password for a terminal.',
      {
        ...TERMINAL_REF,
        password: field(String, 'The new password, at least 10 characters.'),
        overlapSeconds: nullable(Int, 'Seconds for which the previous password still works. Default: 24 h.'),
      },
    ],
    result: TERMINAL,
    async resolve({ terminalId, password, overlapSeconds }, { useCases, caller }) {
      const overlapMs = overlapSeconds == null ? undefined : overlapSeconds * 1000;
      const rotation = { terminalId, password, overlapMs };
      const { terminals } = useCases.administration;
      return { terminal: await terminals.rotatePassword(administrator(caller), rotation) };
    },
  }),
});

async function setEnabled({ useCases, caller }: GraphQLContext, terminalId: string, isEnabled: boolean) {
  const { terminals } = useCases.administration;
  return { terminal: await terminals.setEnabled(administrator(caller), terminalId, isEnabled) };
}

export function findTerminal(
  terminalId: string,
  { useCases }: GraphQLContext,
): Promise<InstanceType<typeof Terminal> | null> {
  return useCases.administration.terminals.find(terminalId);
}
