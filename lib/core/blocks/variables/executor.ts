import type { BlockExecutor } from '../block';
import { typedValues } from '../value-rows';
import type { ResolvedVariablesConfig } from './definition';

/** Outputs the variables by their names. */
export const executeVariables: BlockExecutor<ResolvedVariablesConfig> = async ({ variables }) => {
  const typed = typedValues(variables);
  if (typed.ok) return { ok: true, output: typed.values };
  return {
    ok: false,
    error: { code: 'VALUE_INVALID', message: typed.message, field: 'variables' },
    output: Object.fromEntries(variables.map(({ name }) => [name, null])),
    continuable: false,
  };
};
