/** Tests what an answer to an inquiry changes in a row in doubt (docs/reference/transactions.md#doubt). */
import { createNamedBackground } from '../../../src/platform/background.js';
import { inquireDoubts } from '../../../src/use-cases/transactions/settle/inquire.js';
import { deduct } from '../../contract/samples.js';
import { answerOf, type DeductInDoubt, deductInDoubt } from './deduct-in-doubt.js';

const { requestId, route } = deduct();

let bench: DeductInDoubt;

beforeEach(async () => {
  bench = await deductInDoubt();
});

afterEach(() => bench.close());

it('settles the row, and keeps the time at which the call itself was sent', async () => {
  const { ledger } = bench.store;
  const doubtful = await ledger.find(requestId);
  const sentAtMs = doubtful?.sentAtMs ?? NaN;
  const outcome = { ...answerOf(-17), sentAtMs: sentAtMs + 60_000, answeredAtMs: sentAtMs + 60_001 };
  const asked = await inquireDoubts({
    ...bench.deps,
    downstream: {
      inquiryRoutes: [route],
      inquire: () => Promise.resolve({ kind: 'answered', outcome }),
    } as never,
    calls: createNamedBackground(() => undefined),
    ...{ inquiryMinMs: 0, inquiryMaxMs: 0, batchMax: 10 },
  });
  await Promise.all(asked);
  expect(await ledger.find(requestId)).toMatchObject({
    ...{ state: 'answered', resultCode: -17, httpStatus: 200, sentAtMs, answeredAtMs: sentAtMs + 60_001 },
  });
});
