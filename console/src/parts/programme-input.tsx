import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProgrammesDocument } from '../../../src/generated/operations.js';
import { useAnswer } from '../gateway/asking.js';
import { sentenceOfQuery } from '../gateway/gateway-error.js';

/** Asks for one of the programmes. It says so where they cannot be read. */
export function ProgrammeInput(props: NativeSelectProps): ReactNode {
  const { data, failureReason } = useAnswer(ProgrammesDocument, {});
  const programmes = (data?.programmes.edges ?? []).map(({ node: { programme, name } }) => ({
    value: programme,
    label: name === programme ? name : `${programme} (${name})`,
  }));
  const problem = data === undefined && failureReason !== null ? sentenceOfQuery(failureReason) : null;
  return (
    <NativeSelect
      {...props}
      error={problem ?? props.error}
      data={[{ value: '', label: 'Choose …' }, ...programmes]}
    />
  );
}
