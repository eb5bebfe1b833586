import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { ListArgs, pageOfList } from '../list-page.js';
import { AllowedFor } from '../roles.js';
import { ProgrammeConnection, programmeOf, sharedKeyOf } from './programme-view.js';
import { Programme, PutProgrammeInput, SharedKey, SharedKeyStateName } from './programme.type.js';

@Resolver(() => Programme)
export class ProgrammeResolver {
  @AllowedFor('operator')
  @Query(() => ProgrammeConnection, { description: 'By name of the programme.' })
  async programmes(
    @Args(() => ListArgs) args: ListArgs,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof ProgrammeConnection>> {
    const rows = await useCases.programmes.list();
    return pageOfList(rows.map(programmeOf), ({ programme }) => programme, args);
  }

  @AllowedFor('operator')
  @Mutation(() => Programme, { description: 'Makes or changes a programme. Kept in the audit log.' })
  async putProgramme(
    @Arg('input', () => PutProgrammeInput) input: PutProgrammeInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Programme> {
    const { stepSeconds, validitySeconds } = input;
    const put = await useCases.programmes.put({
      programme: input.programme,
      actor: callerKey(caller).keyId,
      ...(input.name == null ? {} : { name: input.name }),
      ...(input.digits == null ? {} : { digits: input.digits }),
      ...(input.algorithm == null ? {} : { algorithm: input.algorithm }),
      ...(stepSeconds == null ? {} : { stepMs: stepSeconds * 1000 }),
      ...(input.derivation == null ? {} : { derivation: input.derivation }),
      ...(validitySeconds == null ? {} : { validityMs: validitySeconds * 1000 }),
      ...(input.verifier == null ? {} : { verifier: input.verifier }),
    });
    return programmeOf(put);
  }

  @AllowedFor('operator')
  @Mutation(() => SharedKey, {
    description:
      'Changes the state of a shared key; keys are added by the command line only. Kept in the audit log.',
  })
  async setSharedKeyState(
    @Arg('programme', () => String) programme: string,
    @Arg('keyId', () => String) sharedKeyId: string,
    @Arg('state', () => SharedKeyStateName) state: SharedKeyStateName,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<SharedKey> {
    const actor = callerKey(caller).keyId;
    return sharedKeyOf(await useCases.programmes.setSharedKeyState({ programme, sharedKeyId, state, actor }));
  }

  @FieldResolver(() => [SharedKey], { description: 'Oldest first.' })
  async sharedKeys(
    @Root() { programme }: Programme,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<SharedKey[]> {
    return (await useCases.programmes.sharedKeys({ programme })).map(sharedKeyOf);
  }
}
