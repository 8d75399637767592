import type { ReferenceValues } from './read-path';
import { ResolveError } from './resolve-error';
import { backslashes, type Escaping, type VariablePart } from './template';

/** The parts that replace a `{{NAME}}`. */
export interface ReadVariable {
  /** The author's own text: backslashes, and the name in braces where it is text. */
  before: string;
  /** The variable's value; null if there is only text. */
  value: string | null;
}

const VARIABLE_CHARACTERS = /^[A-Z0-9_]+$/;
const CAPITAL = /[A-Z]/;

/** True if a name can only be meant as a variable; `{{name}}` may be another template language's. */
export const looksLikeVariable = (name: string): boolean =>
  VARIABLE_CHARACTERS.test(name) && CAPITAL.test(name);

/** @throws ResolveError VARIABLE_NOT_FOUND: text in capitals that names no variable is never sent as text */
export function readVariable(
  { name, slashes }: VariablePart,
  { variables }: Pick<ReferenceValues, 'variables'>,
  escaping: Escaping = 'ours',
): ReadVariable {
  const value = variables.get(name);
  if (value === undefined && !looksLikeVariable(name))
    return { before: `${'\\'.repeat(slashes)}{{${name}}}`, value: null };
  const before = backslashes(slashes, escaping);
  if (slashes % 2 === 1) return { before: `${before}{{${name}}}`, value: null };
  if (value === undefined) throw variableNotFound(name);
  return { before, value };
}

export function variableNotFound(name: string): ResolveError {
  return new ResolveError(
    'VARIABLE_NOT_FOUND',
    `There is no variable {{${name}}} in this workspace. Create it, ` +
      `or write \\{{${name}}} for the text itself.`,
  );
}
