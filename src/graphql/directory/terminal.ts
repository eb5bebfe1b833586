import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import { type Administrator, administratorOf } from '../../use-cases/access/administrator.js';
import type { TerminalInfo } from '../../use-cases/directory/administration-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../named-page.js';
import { connectionOf, PageArgs } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { isoTime } from '../time.js';

enum ChecksumAlgorithmName {
  sha256 = 'sha256',
  sha1 = 'sha1',
}
registerEnumType(ChecksumAlgorithmName, {
  name: 'ChecksumAlgorithm',
  description: 'Of the HMAC by which a terminal proves itself.',
});

@ObjectType({ description: 'A terminal, without its password.' })
class Terminal {
  @Field(() => String)
  terminalId!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => Boolean)
  enabled!: boolean;

  @Field(() => ChecksumAlgorithmName)
  checksumAlgorithm!: ChecksumAlgorithmName;

  @Field(() => [String], {
    nullable: true,
    description: 'Networks (CIDR) and addresses that it may call from; null: from anywhere',
  })
  allowedAddresses!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Until then the password before the last is taken too',
  })
  formerPasswordUntil!: string | null;

  @Field(() => String, { nullable: true })
  createdAt!: string | null;
}

const TerminalConnection = connectionOf(Terminal, 'Terminal');

@ArgsType()
class TerminalsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}

@InputType()
class AddTerminalInput {
  @Field(() => String, { description: '10 characters' })
  terminalId!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => String, { description: 'As the processor gave it, at least 10 characters; never shown again' })
  password!: string;

  @Field(() => ChecksumAlgorithmName, { nullable: true, description: 'Default: sha256' })
  checksumAlgorithm?: ChecksumAlgorithmName | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Networks (CIDR) and addresses that it may call from; none: from anywhere',
  })
  allowedAddresses?: readonly string[] | null;
}

@InputType({ description: 'What is left out stays as it is.' })
class SetTerminalInput {
  @Field(() => String)
  terminalId!: string;

  @Field(() => String, { nullable: true })
  programme?: string | null;

  @Field(() => ChecksumAlgorithmName, { nullable: true })
  checksumAlgorithm?: ChecksumAlgorithmName | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Networks (CIDR) and addresses that it may call from; an empty list: from anywhere',
  })
  allowedAddresses?: readonly string[] | null;
}

@InputType()
class RotateTerminalPasswordInput {
  @Field(() => String)
  terminalId!: string;

  @Field(() => String, { description: 'The new one, at least 10 characters' })
  password!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'How long the former one is taken too; default: setting `terminals.passwordOverlap`',
  })
  overlapSeconds?: number | null;
}

function terminalOf(info: TerminalInfo): Terminal {
  return {
    terminalId: info.terminalId,
    programme: info.programme,
    enabled: !info.isDisabled,
    checksumAlgorithm: ChecksumAlgorithmName[info.checksumAlgorithm],
    allowedAddresses: info.allowedAddresses,
    formerPasswordUntil: isoTime(info.formerPasswordUntilMs),
    createdAt: isoTime(info.createdAtMs),
  };
}

@Resolver(() => Terminal)
export class TerminalResolver {
  @AllowedFor('operator')
  @Query(() => Terminal, { nullable: true })
  async terminal(
    @Arg('terminalId', () => String) terminalId: string,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<Terminal | null> {
    const info = await useCases.administration.terminals.find(terminalId);
    return info === null ? null : terminalOf(info);
  }

  @AllowedFor('operator')
  @Query(() => TerminalConnection, { description: 'By terminalId.' })
  async terminals(
    @Args(() => TerminalsArgs) args: TerminalsArgs,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof TerminalConnection>> {
    const wanted = namedPageOf(args, 'terminal', { programme: args.programme ?? null });
    const page = await useCases.administration.terminals.list(wanted);
    return namedConnection(page, 'terminal', { name: ({ terminalId }) => terminalId, node: terminalOf });
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal, { description: 'Kept in the audit log, without the password.' })
  async addTerminal(
    @Arg('input', () => AddTerminalInput) input: AddTerminalInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    const { terminalId, programme, password } = input;
    const checksumAlgorithm = input.checksumAlgorithm ?? undefined;
    const allowedAddresses = input.allowedAddresses ?? undefined;
    const terminal = { terminalId, programme, password, checksumAlgorithm, allowedAddresses };
    return terminalOf(await useCases.administration.terminals.add(actorOf(caller), terminal));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal, { description: 'Kept in the audit log.' })
  async setTerminal(
    @Arg('input', () => SetTerminalInput) input: SetTerminalInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    const { terminalId } = input;
    const programme = input.programme ?? undefined;
    const checksumAlgorithm = input.checksumAlgorithm ?? undefined;
    const allowedAddresses = input.allowedAddresses ?? undefined;
    const change = { terminalId, programme, checksumAlgorithm, allowedAddresses };
    return terminalOf(await useCases.administration.terminals.set(actorOf(caller), change));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal, { description: 'From now on it is as unknown as one that is not there.' })
  async disableTerminal(
    @Arg('terminalId', () => String) terminalId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    return terminalOf(await useCases.administration.terminals.setEnabled(actorOf(caller), terminalId, false));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal)
  async enableTerminal(
    @Arg('terminalId', () => String) terminalId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    return terminalOf(await useCases.administration.terminals.setEnabled(actorOf(caller), terminalId, true));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal, { description: 'Former and new password are both taken until the overlap ends.' })
  async rotateTerminalPassword(
    @Arg('input', () => RotateTerminalPasswordInput) input: RotateTerminalPasswordInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    const { terminalId, password, overlapSeconds } = input;
    const overlapMs = overlapSeconds == null ? undefined : overlapSeconds * 1000;
    const rotation = { terminalId, password, overlapMs };
    return terminalOf(await useCases.administration.terminals.rotatePassword(actorOf(caller), rotation));
  }
}

function actorOf(caller: GraphQLContext['caller']): Administrator {
  return administratorOf(callerKey(caller));
}
