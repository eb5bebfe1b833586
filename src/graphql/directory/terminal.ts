import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { TerminalInfo } from '../../use-cases/directory/administration-port.js';
import { administrator, type GraphQLContext } from '../context.js';
import { connectionOf, namedConnection, namedPageOf, PageArgs } from '../paging.js';
import { Requires } from '../roles.js';
import {
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  resultType,
  timeOrNull,
} from '../shapes.js';

const ChecksumAlgorithm = closedSet<TerminalInfo['checksumAlgorithm']>(
  'ChecksumAlgorithm',
  'The hash function of the HMAC by which a terminal proves itself.',
  { sha256: 'HMAC-SHA-256.', sha1: 'HMAC-SHA-1, for old terminals.' },
);

const Terminal = nodeType('Terminal', 'A terminal, without its password.', {
  terminalId: field(String, 'Terminal id, 10 characters.'),
  programme: field(String, 'Short name of its programme.'),
  enabled: computed(
    Boolean,
    'False where calls of the terminal are refused.',
    ({ isDisabled }: TerminalInfo) => !isDisabled,
  ),
  checksumAlgorithm: field(ChecksumAlgorithm, 'Hash function of its checksums.'),
  allowedAddresses: nullable(
    [String],
    'Networks (CIDR) and addresses that it may call from. Null: it may call from anywhere.',
  ),
  previousPasswordUntil: timeOrNull(
    'previousPasswordUntilMs',
    'When the previous password stops working. Null where no previous password works.',
  ),
  createdAt: timeOrNull('createdAtMs', 'When the terminal was added. Null where it is not known.'),
});
type Terminal = InstanceType<typeof Terminal>;

const TerminalConnection = connectionOf(Terminal, 'Terminal');

const TerminalFilter = inputType('TerminalFilter', 'Conditions on terminals. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  text: nullable(String, 'First characters of the terminal id.'),
});
type TerminalFilter = InstanceType<typeof TerminalFilter>;

const AddTerminalInput = inputType('AddTerminalInput', 'A new terminal.', {
  terminalId: field(String, 'Terminal id, 10 characters.'),
  programme: field(String, 'Short name of its programme.'),
  password: field(String, 'Password from the processor, at least 10 characters. It is never shown again.'),
  checksumAlgorithm: nullable(ChecksumAlgorithm, 'Hash function of its checksums. Default: SHA256.'),
  allowedAddresses: nullable(
    [String],
    'Networks (CIDR) and addresses that it may call from. Left out: from anywhere.',
  ),
});
type AddTerminalInput = InstanceType<typeof AddTerminalInput>;

const SetTerminalInput = inputType(
  'SetTerminalInput',
  'Changes of a terminal. A field that is left out keeps its value.',
  {
    terminalId: field(String, 'Terminal id, 10 characters.'),
    programme: nullable(String, 'Short name of its new programme.'),
    checksumAlgorithm: nullable(ChecksumAlgorithm, 'Hash function of its checksums.'),
    allowedAddresses: nullable(
      [String],
      'Networks (CIDR) and addresses that it may call from. An empty list: from anywhere.',
    ),
  },
);
type SetTerminalInput = InstanceType<typeof SetTerminalInput>;

const RotateTerminalPasswordInput = inputType(
  'RotateTerminalPasswordInput',
  'A new password for a terminal.',
  {
    terminalId: field(String, 'Terminal id, 10 characters.'),
    password: field(String, 'The new password, at least 10 characters.'),
    overlapSeconds: nullable(Int, 'Seconds for which the previous password still works. Default: 24 h.'),
  },
);
type RotateTerminalPasswordInput = InstanceType<typeof RotateTerminalPasswordInput>;

const TERMINAL_REF = { terminalId: field(String, 'Terminal id, 10 characters.') };
const DisableTerminalInput = inputType('DisableTerminalInput', 'The terminal to disable.', TERMINAL_REF);
type TerminalRef = InstanceType<typeof DisableTerminalInput>;
const EnableTerminalInput = inputType('EnableTerminalInput', 'The terminal to enable.', TERMINAL_REF);

const TERMINAL = { terminal: field(Terminal, 'The terminal as it is now.') };
const AddTerminalResult = resultType('AddTerminalResult', TERMINAL);
const SetTerminalResult = resultType('SetTerminalResult', TERMINAL);
const DisableTerminalResult = resultType('DisableTerminalResult', TERMINAL);
const EnableTerminalResult = resultType('EnableTerminalResult', TERMINAL);
const RotateTerminalPasswordResult = resultType('RotateTerminalPasswordResult', TERMINAL);

interface TerminalPayload {
  readonly terminal: Terminal;
}

@Resolver(() => Terminal)
export class TerminalResolver {
  @Requires('readDirectory')
  @Query(() => Terminal, { nullable: true, description: 'Finds a terminal. Null where there is none.' })
  terminal(
    @Arg('terminalId', () => String, { description: 'Terminal id, 10 characters.' }) terminalId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<Terminal | null> {
    return findTerminal(terminalId, context);
  }

  @Requires('readDirectory')
  @Query(() => TerminalConnection, { description: 'Lists terminals by their id.' })
  async terminals(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => TerminalFilter, { nullable: true, description: 'Conditions on the terminals.' })
    filter: TerminalFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof TerminalConnection>> {
    const wanted = namedPageOf(page, 'terminal', { programme: filter?.programme, text: filter?.text });
    const found = await useCases.administration.terminals.list(wanted);
    return namedConnection(found, 'terminal', ({ terminalId }) => terminalId);
  }

  @Requires('manageTerminals')
  @Mutation(() => AddTerminalResult, {
    description: 'Adds a terminal. The audit log keeps it, without the password.',
  })
  async addTerminal(
    @Arg('input', () => AddTerminalInput, { description: 'The terminal.' }) input: AddTerminalInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TerminalPayload> {
    const { terminalId, programme, password, ...settings } = input;
    const terminal = { terminalId, programme, password, ...given(settings) };
    return { terminal: await useCases.administration.terminals.add(administrator(caller), terminal) };
  }

  @Requires('manageTerminals')
  @Mutation(() => SetTerminalResult, { description: 'Changes a terminal. The audit log keeps it.' })
  async setTerminal(
    @Arg('input', () => SetTerminalInput, { description: 'The changes.' }) input: SetTerminalInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TerminalPayload> {
    const { terminalId, ...changes } = input;
    const change = { terminalId, ...given(changes) };
    return { terminal: await useCases.administration.terminals.set(administrator(caller), change) };
  }

  @Requires('manageTerminals')
  @Mutation(() => DisableTerminalResult, {
    description:
      'Disables a terminal. Its calls are refused like those of an unknown terminal. The audit log keeps it.',
  })
  disableTerminal(
    @Arg('input', () => DisableTerminalInput, { description: 'The terminal.' }) { terminalId }: TerminalRef,
    @Ctx() context: GraphQLContext,
  ): Promise<TerminalPayload> {
    return setEnabled(context, terminalId, false);
  }

  @Requires('manageTerminals')
  @Mutation(() => EnableTerminalResult, { description: 'Enables a terminal again. The audit log keeps it.' })
  enableTerminal(
    @Arg('input', () => EnableTerminalInput, { description: 'The terminal.' }) { terminalId }: TerminalRef,
    @Ctx() context: GraphQLContext,
  ): Promise<TerminalPayload> {
    return setEnabled(context, terminalId, true);
  }

  @Requires('manageTerminals')
  @Mutation(() => RotateTerminalPasswordResult, {
    description:
      'Gives a terminal a new password. The previous one works until the overlap ends. The audit log keeps it.',
  })
  async rotateTerminalPassword(
    @Arg('input', () => RotateTerminalPasswordInput, { description: 'The terminal and its new password.' })
    { terminalId, password, overlapSeconds }: RotateTerminalPasswordInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<TerminalPayload> {
    const overlapMs = overlapSeconds == null ? undefined : overlapSeconds * 1000;
    const rotation = { terminalId, password, overlapMs };
    const { terminals } = useCases.administration;
    return { terminal: await terminals.rotatePassword(administrator(caller), rotation) };
  }
}

async function setEnabled(
  { useCases, caller }: GraphQLContext,
  terminalId: string,
  isEnabled: boolean,
): Promise<TerminalPayload> {
  const { terminals } = useCases.administration;
  return { terminal: await terminals.setEnabled(administrator(caller), terminalId, isEnabled) };
}

export function findTerminal(terminalId: string, { useCases }: GraphQLContext): Promise<Terminal | null> {
  return useCases.administration.terminals.find(terminalId);
}
