import { namedValues } from '../named-values';
import { typedValues } from '../value-rows';

/** Returns the called workflow and its input, from the input of a call's span. */
export function sentByCall({ workflowId, input }: Readonly<Record<string, unknown>>) {
  const typed = Array.isArray(input) ? typedValues(input) : null;
  return { workflowId, input: typed?.ok ? typed.values : namedValues(input) };
}
