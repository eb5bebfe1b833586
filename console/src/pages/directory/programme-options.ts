import { ProgrammesDocument } from '../../../../src/cli/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import type { FormOption } from './entry-form.js';

/** Returns the programmes, as forms and filters offer them. */
export function useProgrammeOptions(): readonly FormOption[] {
  const answer = useAnswer('programmes', ProgrammesDocument, {});
  return (
    answer.data?.programmes.edges.map(({ node: { programme, name } }) => [
      programme,
      name === programme ? name : `${programme} (${name})`,
    ]) ?? []
  );
}
