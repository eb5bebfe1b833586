import { ProgrammesDocument } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { sentenceOfQuery } from '../../gateway/gateway-error.js';
import type { FormField } from '../../parts/entity-form.js';

/** Returns the field of a form that asks for a programme. It says so where the programmes cannot be read. */
export function useProgrammeField(): FormField {
  const { data, failureReason } = useAnswer(ProgrammesDocument, {});
  const problem = data !== undefined || failureReason === null ? undefined : sentenceOfQuery(failureReason);
  return {
    kind: 'select',
    name: 'programme',
    label: 'Programme',
    isRequired: true,
    options: (data?.programmes.edges ?? []).map(({ node: { programme, name } }) => [
      programme,
      name === programme ? name : `${programme} (${name})`,
    ]),
    problem: () => problem,
  };
}
