import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { JsonObject } from '../../core/json.js';
import { CardwayError } from '../../errors.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { SandboxCall, SandboxCallInput } from './sandbox-call.type.js';

/** Queries that only a sandbox answers; only its schema has them. */
@Resolver()
export class SandboxResolver {
  @AllowedFor('operator')
  @Query(() => SandboxCall, { description: 'Puts a call together and sends nothing.' })
  sandboxCall(
    @Arg('input', () => SandboxCallInput) input: SandboxCallInput,
    @Ctx() { useCases }: GraphQLContext,
  ): SandboxCall {
    const { sandbox } = useCases.oversight.gateway;
    if (sandbox === null) throw new CardwayError('FORBIDDEN', { message: 'This is no sandbox.' });
    const composed = sandbox.compose({
      methodName: input.methodName,
      terminalId: input.terminalId,
      reference: input.reference,
      requestAmount: input.requestAmount ?? 0,
      narrative: input.narrative,
      transactionType: input.transactionType ?? '00',
      transactionId: input.transactionId,
      transactionDate: input.transactionDate,
      transactionData: textsOf(input.transactionData ?? {}),
    });
    return {
      ...composed,
      variables: composed.variables as JsonObject,
      checksum: { ...composed.checksum, parts: [...composed.checksum.parts] },
      signature: { ...composed.signature, parts: [...composed.signature.parts] },
    };
  }
}

function textsOf(data: JsonObject): Readonly<Record<string, string>> {
  const wrong = Object.keys(data).find((name) => typeof data[name] !== 'string');
  if (wrong !== undefined)
    throw new CardwayError('BAD_REQUEST', { field: wrong, message: `${wrong} must be a text.` });
  return data as Readonly<Record<string, string>>;
}
