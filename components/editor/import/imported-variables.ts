import type { ImportedVariable } from '@/lib/core/blocks/import-export';
import { VariableName } from '@/lib/services/variables/schema';
import { looksPlain } from '../../settings/variable-form';

/** A variable to create from an import. */
export interface NewVariable extends ImportedVariable {
  /** True if its value isn't to be shown again. */
  isSecret: boolean;
  /** True if the workspace has a variable of that name, which is kept as it is. */
  isThere: boolean;
}

const MOST_VARIABLES = 200;

/** Returns each variable once; the first value that isn't empty counts. */
export function distinctVariables(variables: readonly ImportedVariable[]): ImportedVariable[] {
  const found = new Map<string, ImportedVariable>();
  for (const variable of variables) {
    const known = found.get(variable.name);
    if (known === undefined && found.size >= MOST_VARIABLES) break;
    if (known === undefined || known.value === '') found.set(variable.name, variable);
  }
  return [...found.values()];
}

/** Returns the form's rows. What may be a secret is proposed as one. */
export const rowsOfVariables = (
  variables: readonly ImportedVariable[],
  taken: readonly string[],
): NewVariable[] =>
  variables
    .filter(({ name }) => VariableName.safeParse(name).success)
    .map(({ name, value }) => ({
      name,
      value,
      isSecret: looksPlain({ value, hasLive: false, liveValue: '', plain: null }) === null,
      isThere: taken.includes(name),
    }));

/** The variables that are created: those with a value that the workspace doesn't have. */
export const toCreate = (rows: readonly NewVariable[]): NewVariable[] =>
  rows.filter(({ value, isThere }) => value !== '' && !isThere);
