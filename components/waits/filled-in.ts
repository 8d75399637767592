import type { WaitPage } from '@/lib/services/runs/wait-schema';
import { typedNumber, whyNoNumber } from '../ui/typed-number';

/** The form's values by field name. */
export type FilledIn = Readonly<Record<string, string | boolean>>;

type Fields = WaitPage['fields'];

/** Returns the problems by field name, in words. */
export function problemsOf(fields: Fields, values: FilledIn): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name, type, required } of fields) {
    const text = String(values[name] ?? '').trim();
    if (type === 'boolean') continue;
    if (text === '' && required) problems[name] = 'This field is required.';
    else if (type === 'number') {
      const problem = whyNoNumber(text);
      if (problem !== null) problems[name] = problem;
    }
  }
  return problems;
}

/** Returns the values for the response; empty fields are null. */
export function dataOf(fields: Fields, values: FilledIn): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = values[name];
      if (type === 'boolean') return [name, value === true];
      const text = String(value ?? '').trim();
      if (text === '') return [name, null];
      return [name, type === 'number' ? typedNumber(text) : text];
    }),
  );
}
