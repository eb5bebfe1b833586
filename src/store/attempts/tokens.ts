import type { DigitizationData } from '../../core/digitization-event.js';
import type { DigitizationState } from '../../core/digitization-report.js';
import type { DigitizationRow, ReportInput } from '../../usecase/provisioning/attempt-port.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, run, type Step } from '../operation.js';
import { compile } from '../statement.js';

export type KnownToken = Pick<
  DigitizationRow,
  | 'cardId'
  | 'walletId'
  | 'tokenRequestorId'
  | 'deviceType'
  | 'panLastFour'
  | 'attemptId'
  | 'state'
  | 'lastEvent'
  | 'lastEventSequence'
>;

/** Where each token stands, by the reports of it. */
export interface Tokens {
  find(token: { readonly programme: string; readonly tokenReference: string }): Step<KnownToken | null>;
  put(report: TokenReport): Step<void>;
}

type TokenReport = DigitizationData &
  Pick<ReportInput, 'type' | 'reasonCode'> & {
    readonly nowMs: number;
    readonly state: DigitizationState;
    readonly sequence: number;
  };

export function createTokens({ compiler }: StoreDialect): Tokens {
  const find = compile((p: { programme: string; tokenReference: string }) =>
    compiler
      .selectFrom('digitizations')
      .select([
        'card_id as cardId',
        'wallet_id as walletId',
        'token_requestor_id as tokenRequestorId',
        'device_type as deviceType',
        'pan_last_four as panLastFour',
        'attempt_id as attemptId',
        'state',
        'last_event as lastEvent',
        'last_event_sequence as lastEventSequence',
      ])
      .where('programme', '=', p.programme)
      .where('token_reference', '=', p.tokenReference),
  );
  const put = compile((p: TokenReport) =>
    compiler
      .insertInto('digitizations')
      .values({
        programme: p.programme,
        token_reference: p.tokenReference,
        card_id: p.cardId,
        customer_id: p.customerId,
        token_requestor_id: p.tokenRequestorId,
        wallet_id: p.walletId,
        device_type: p.deviceType,
        pan_last_four: p.panLastFour,
        attempt_id: p.attemptId,
        state: p.state,
        reason_code: p.reasonCode,
        last_event: p.type,
        last_event_sequence: p.sequence,
        reported_at_ms: p.nowMs,
        changed_at_ms: p.nowMs,
      })
      .onConflict((conflict) =>
        conflict.columns(['programme', 'token_reference']).doUpdateSet({
          token_requestor_id: p.tokenRequestorId,
          wallet_id: p.walletId,
          device_type: p.deviceType,
          pan_last_four: p.panLastFour,
          attempt_id: p.attemptId,
          state: p.state,
          reason_code: p.reasonCode,
          last_event: p.type,
          last_event_sequence: p.sequence,
          changed_at_ms: p.nowMs,
        }),
      ),
  );
  return {
    find: (token) => first(find, token),
    *put(report) {
      yield* run(put, report);
    },
  };
}
