import { sample } from '../../unit/core/published-samples.js';
import type { Call } from './call.js';
import { positionsOf } from './methods.js';

/**
 * Returns a published sample (docs/reference/protocol.md#published-samples). The sandbox's terminal and wallet replace printed
 * ones that the sandbox does not have. Everything else is as printed.
 */
export function sampleCall(title: string): Call {
  const { methodName, args } = sample(title);
  const positions = positionsOf(methodName);
  const fields: Record<string, string> = {};
  for (const [index, { name }] of positions.entries()) fields[name] = args[index]!;
  if (!TERMINALS.includes(fields['terminal_id']!)) fields['terminal_id'] = TERMINALS[0]!;
  if (!REFERENCES.includes(fields['reference']!)) fields['reference'] = REFERENCES[0]!;
  return { method: methodName, fields };
}

const TERMINALS = ['0068766621', '0029504320'];
const REFERENCES = ['43172792905', '556789731480'];
