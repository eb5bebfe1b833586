import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../connection.type.js';
import { PageArgs } from '../page-arguments.js';

export enum EndpointDisabledReasonName {
  operator = 'operator',
  gone = 'gone',
  failing = 'failing',
}

registerEnumType(EndpointDisabledReasonName, {
  name: 'EndpointDisabledReason',
  valuesConfig: {
    operator: { description: 'By hand' },
    gone: { description: 'The receiver answered HTTP 410' },
    failing: { description: 'Nothing got through for too long' },
  },
});

@ObjectType({ description: 'Where the events of a programme are sent as webhooks.' })
export class Endpoint {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => String)
  url!: string;

  @Field(() => Boolean)
  enabled!: boolean;

  @Field(() => EndpointDisabledReasonName, { nullable: true })
  disabledReason!: EndpointDisabledReasonName | null;

  @Field(() => String, { nullable: true })
  disabledAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Of the first failure since the last success' })
  failingSince!: string | null;

  @Field(() => String, { nullable: true, description: 'Until then the former secret signs too' })
  formerSecretUntil!: string | null;

  @Field(() => String)
  createdAt!: string;
}

export const EndpointConnection = connectionOf(Endpoint, 'Endpoint');

@InputType()
export class AddEndpointInput {
  @Field(() => String)
  programme!: string;

  @Field(() => String, { description: 'https; where it leads must be public' })
  url!: string;
}

@ObjectType()
export class AddEndpointResult {
  @Field(() => Endpoint)
  endpoint!: Endpoint;

  @Field(() => String, { description: 'whsec_…, shown this once' })
  secret!: string;
}

@ObjectType()
export class RotateEndpointSecretResult {
  @Field(() => Endpoint)
  endpoint!: Endpoint;

  @Field(() => String, { description: 'whsec_…, shown this once' })
  secret!: string;
}

@ArgsType()
export class EndpointsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;
}
