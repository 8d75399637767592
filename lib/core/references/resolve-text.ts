import { writeJson } from '../../platform/text/json-text';
import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE, type ReferenceBudget } from './reference-budget';
import { ResolveError } from './resolve-error';
import { lonePart, type ReferencePart, type Template } from './template';

/**
 * Compact JSON of a value; missing and undefined are null.
 * @throws ResolveError REF_TOO_LARGE, before it is made
 */
export function jsonOf(value: unknown, budget: ReferenceBudget): string {
  if (value === MISSING || value === undefined) return 'null';
  const charged = budget.chargeValue(value);
  const json = written(value);
  // Escapes, and numbers with many digits.
  if (json.length > charged) budget.charge(json.length - charged);
  return json;
}

/** The same of what isn't part of a field, and known to be small. */
export function written(value: unknown): string {
  try {
    return writeJson(value) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) {
      throw new ResolveError(
        'REF_VALUE_TOO_DEEP',
        'A referenced value is nested too deeply to be written as JSON.',
      );
    }
    throw error;
  }
}

/** A value inside text: strings as they are, null and missing as nothing, all else as compact JSON. */
export function valueText(value: unknown, budget: ReferenceBudget): string {
  if (typeof value === 'string') {
    budget.charge(value.length);
    return value;
  }
  if (value === null || value === MISSING || value === undefined) return '';
  return jsonOf(value, budget);
}

/** A reference's text; `:json` writes JSON whatever the type. */
export function referenceText({ reference }: ReferencePart, scope: ReferenceScope): string {
  const value = readReference(reference, scope);
  const { budget } = scope;
  budget.charge(CHARACTERS_A_VALUE);
  return reference.modifier === 'json' ? jsonOf(value, budget) : valueText(value, budget);
}

/** One pass: what is put in is never looked at again. */
export function resolveText(template: Template, scope: ReferenceScope): string {
  const { budget } = scope;
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      budget.charge(part.length);
      text += part;
    } else if (part.kind === 'reference') text += referenceText(part, scope);
    else {
      const { before, value } = readVariable(part, scope);
      budget.charge(CHARACTERS_A_VALUE + before.length + (value?.length ?? 0));
      text += before + (value ?? '');
    }
  }
  return text;
}

/** Whether it gives a value as it is, which `resolveLone` doesn't charge: one reference, not as JSON. */
export function isValueAlone(template: Template): boolean {
  const lone = lonePart(template);
  return lone?.kind === 'reference' && lone.reference.modifier !== 'json';
}

/** A lone reference keeps its value's type (MISSING stays MISSING); anything else is text. */
export function resolveLone(template: Template, scope: ReferenceScope): unknown {
  const lone = lonePart(template);
  if (lone?.kind !== 'reference') return resolveText(template, scope);
  const value = readReference(lone.reference, scope);
  return lone.reference.modifier === 'json' ? jsonOf(value, scope.budget) : value;
}

/** Of a template that gives a value as it is: handed on it counts all the same. Missing is null. */
export function resolveValue(template: Template, scope: ReferenceScope): unknown {
  const value = resolveLone(template, scope);
  if (value === MISSING) return null;
  scope.budget.chargeValue(value);
  return value;
}
