import { writeJson } from '../../platform/text/json-text';
import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { ResolveError } from './resolve-error';
import { lonePart, type ReferencePart, type Template } from './template';

/** Compact JSON of a value; missing and undefined are null. */
export function jsonOf(value: unknown): string {
  if (value === MISSING || value === undefined) return 'null';
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
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === MISSING || value === undefined) return '';
  return jsonOf(value);
}

/** A reference's text; `:json` writes JSON whatever the type. */
export function referenceText({ reference }: ReferencePart, scope: ReferenceScope): string {
  const value = readReference(reference, scope);
  return reference.modifier === 'json' ? jsonOf(value) : valueText(value);
}

/** One pass: what is put in is never looked at again. */
export function resolveText(template: Template, scope: ReferenceScope): string {
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') text += part;
    else if (part.kind === 'reference') text += referenceText(part, scope);
    else {
      const { before, value } = readVariable(part, scope);
      text += before + (value ?? '');
    }
  }
  return text;
}

/** A lone reference keeps its value's type (MISSING stays MISSING); anything else is text. */
export function resolveLone(template: Template, scope: ReferenceScope): unknown {
  const lone = lonePart(template);
  if (lone?.kind !== 'reference') return resolveText(template, scope);
  const value = readReference(lone.reference, scope);
  return lone.reference.modifier === 'json' ? jsonOf(value) : value;
}

/** Like `resolveLone`, with missing as null. */
export function resolveValue(template: Template, scope: ReferenceScope): unknown {
  const value = resolveLone(template, scope);
  return value === MISSING ? null : value;
}
