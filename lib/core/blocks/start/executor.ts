import type { BlockExecutor, BlockOutput } from '../block';
import type { StartConfig } from './definition';
import { inputComplaints } from './input-field';

function asRecord(input: unknown): Record<string, unknown> | null {
  if (input === undefined || input === null) return {};
  return typeof input === 'object' && !Array.isArray(input) ? (input as Record<string, unknown>) : null;
}

/**
 * Outputs the run's input with its declared fields checked and their defaults filled in; absent ones are
 * null.
 */
export const executeStart: BlockExecutor<StartConfig> = async ({ fields }, { input }) => {
  const given = asRecord(input);
  if (!given) return refuse(fields, input, 'The input must be an object with the fields of the Start block.');
  const complaints = inputComplaints(fields, given);
  const output: BlockOutput = { ...given };
  for (const { name, default: preset } of fields)
    if (!Object.hasOwn(given, name) || (given[name] ?? null) === null) output[name] = preset ?? null;
  return complaints.length === 0
    ? { ok: true, output, received: given }
    : refuse(fields, given, `The input is invalid: ${complaints.join('; ')}.`);
};

function refuse(fields: StartConfig['fields'], received: unknown, message: string) {
  return {
    ok: false as const,
    received,
    error: { code: 'INPUT_INVALID', message, field: 'fields' },
    output: Object.fromEntries(fields.map(({ name }) => [name, null])),
    continuable: false,
  };
}
