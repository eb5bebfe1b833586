import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { administratorOf, type Administrator } from '../../usecase/administration/administrator.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { namedConnection, namedPageOf } from './named-page.js';
import {
  AddTerminalInput,
  RotateTerminalPasswordInput,
  SetTerminalInput,
  Terminal,
  TerminalConnection,
  terminalOf,
  TerminalsArgs,
} from './terminal.type.js';

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
    return terminalOf(await useCases.administration.terminals.add(whoOf(caller), terminal));
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
    return terminalOf(await useCases.administration.terminals.set(whoOf(caller), change));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal, { description: 'From now on it is as unknown as one that is not there.' })
  async disableTerminal(
    @Arg('terminalId', () => String) terminalId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    return terminalOf(await useCases.administration.terminals.setEnabled(whoOf(caller), terminalId, false));
  }

  @AllowedFor('operator')
  @Mutation(() => Terminal)
  async enableTerminal(
    @Arg('terminalId', () => String) terminalId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Terminal> {
    return terminalOf(await useCases.administration.terminals.setEnabled(whoOf(caller), terminalId, true));
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
    return terminalOf(await useCases.administration.terminals.rotatePassword(whoOf(caller), rotation));
  }
}

function whoOf(caller: GraphQLContext['caller']): Administrator {
  return administratorOf(callerKey(caller));
}
