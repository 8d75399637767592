import { writeJson } from '../../platform/text/json-text';
import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE, type ReferenceBudget } from './reference-budget';
import { ResolveError } from './resolve-error';
import { lonePart, type ReferencePart, type Template } from './template';

/**
 * Writes a value as compact JSON; missing and undefined are null.
 * @throws ResolveError REF_TOO_LARGE, before it is made
 */
export function jsonOf(value: unknown, budget: ReferenceBudget): string {
  if (value === MISSING || value === undefined) return 'null';
  const charged = budget.chargeValue(value);
  const json = written(value);
  // Escapes, and numbers with many digits, are charged afterwards.
  if (json.length > charged) budget.charge(json.length - charged);
  return json;
}

/** Writes a value that isn't part of a field, and is known to be small, as compact JSON. */
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

/** Writes a value inside text: strings as they are, null and missing as nothing, others as compact JSON. */
export function valueText(value: unknown, budget: ReferenceBudget): string {
  if (typeof value === 'string') {
    budget.charge(value.length);
    return value;
  }
  if (value === null || value === MISSING || value === undefined) return '';
  return jsonOf(value, budget);
}

/** Returns a reference's text; `:json` writes JSON whatever the type. */
export function referenceText({ reference }: ReferencePart, scope: ReferenceScope): string {
  const value = readReference(reference, scope);
  const { budget } = scope;
  budget.charge(CHARACTERS_A_VALUE);
  return reference.modifier === 'json' ? jsonOf(value, budget) : valueText(value, budget);
}

/** Resolves in one pass: filled-in values are never parsed again. */
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

/** True if it is one reference, not as JSON: `resolveLone` returns its value unchanged and uncharged. */
export function isLoneValue(template: Template): boolean {
  const lone = lonePart(template);
  return lone?.kind === 'reference' && lone.reference.modifier !== 'json';
}

/** Resolves a lone reference to its value (MISSING stays MISSING), anything else to text. */
export function resolveLone(template: Template, scope: ReferenceScope): unknown {
  const lone = lonePart(template);
  if (lone?.kind !== 'reference') return resolveText(template, scope);
  const value = readReference(lone.reference, scope);
  return lone.reference.modifier === 'json' ? jsonOf(value, scope.budget) : value;
}

/** Resolves a template to a value, charged even if it is only passed on. Missing is null. */
export function resolveValue(template: Template, scope: ReferenceScope): unknown {
  const value = resolveLone(template, scope);
  if (value === MISSING) return null;
  scope.budget.chargeValue(value);
  return value;
}
