import type { WaitFormField } from '../../../core/blocks/outside-work';
import type { FieldIssue } from '../../../platform/errors';
import { ExactNumber, isJsonObject } from '../../../platform/text/exact-number';

interface CheckedValues {
  values: unknown;
  issues: FieldIssue[];
}

const WORDS = { text: 'text', number: 'a number', boolean: 'true or false' } as const;

/** Returns the submitted values: null for fields that were left out; other members pass unchanged. */
export function checkFormValues(fields: readonly WaitFormField[], data: unknown): CheckedValues {
  if (fields.length === 0) return { values: data, issues: [] };
  if (!isJsonObject(data))
    return {
      values: null,
      issues: [{ param: 'data', code: 'param_invalid', message: 'Send an object with the form’s fields.' }],
    };
  const given = data as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = { ...given };
  const issues: FieldIssue[] = [];
  for (const { name, label, type, required } of fields) {
    const value = Object.hasOwn(given, name) ? given[name] : null;
    values[name] = typed(type, value) ?? null;
    if (value === null || value === undefined || value === '') {
      if (required) issues.push({ param: name, code: 'param_missing', message: `Fill in "${label}".` });
    } else if (!isOf(type, typed(type, value))) {
      issues.push({ param: name, code: 'param_invalid', message: `"${label}" must be ${WORDS[type]}.` });
    }
  }
  return { values, issues };
}

/** A form sends texts. */
function typed(type: WaitFormField['type'], value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function isOf(type: WaitFormField['type'], value: unknown): boolean {
  if (type === 'text') return typeof value === 'string';
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber;
}
