import { Field, ObjectType } from 'type-graphql';
import { moneyText } from '../../core/transactions/money.js';
import type { GraphQLContext } from '../context.js';
import { SafeInt } from '../scalars.js';

@ObjectType({ description: 'An amount of money.' })
export class Money {
  @Field(() => SafeInt, { description: 'The amount in minor units, for example cents.' })
  minorUnits!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The currency of the programme, ISO 4217 alphabetic (EUR). Null where the programme has none set.',
  })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The amount for people: "12.50 EUR". Null where the currency is not known.',
  })
  text!: string | null;
}

/** Returns an amount in the currency of a programme; null for no amount. */
export async function moneyOf(
  minorUnits: number | null,
  programme: string | null,
  { useCases }: GraphQLContext,
): Promise<Money | null> {
  if (minorUnits === null) return null;
  const currency = programme === null ? null : await useCases.programmes.currencyOf(programme);
  return { minorUnits, currency, text: currency === null ? null : moneyText(minorUnits, currency) };
}
