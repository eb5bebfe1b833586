import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { TerminalInfo } from '../../usecase/ports.js';
import { connectionOf } from '../connection.type.js';
import { PageArgs } from '../page-arguments.js';
import { isoTime } from '../time.js';

export enum ChecksumAlgorithmName {
  sha256 = 'sha256',
  sha1 = 'sha1',
}
registerEnumType(ChecksumAlgorithmName, {
  name: 'ChecksumAlgorithm',
  description: 'Of the HMAC by which a terminal proves itself.',
});

@ObjectType({ description: 'A terminal, without its password.' })
export class Terminal {
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

export const TerminalConnection = connectionOf(Terminal, 'Terminal');

@ArgsType()
export class TerminalsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}

@InputType()
export class AddTerminalInput {
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
export class SetTerminalInput {
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
export class RotateTerminalPasswordInput {
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

export function terminalOf(info: TerminalInfo): Terminal {
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
