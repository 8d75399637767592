import type { BlockExecutor } from '../block';
import { typedValues } from '../value-rows';
import type { ResolvedTransformConfig } from './definition';

/** Outputs `{result, error}`. */
export const executeTransform: BlockExecutor<ResolvedTransformConfig> = async ({ fields }) => {
  const typed = typedValues(fields);
  if (typed.ok) return { ok: true, output: { result: typed.values, error: null } };
  const error = { code: 'VALUE_INVALID', message: typed.message, field: 'fields' };
  return { ok: false, error, output: { result: null, error }, continuable: false };
};
