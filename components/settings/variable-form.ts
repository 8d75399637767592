import type { Variable, VariableChange } from '@/lib/services/variables/schema';

/** What a variable's form holds. A stored secret begins empty, and empty it stays as it is. */
export interface VariableForm {
  value: string;
  /** Whether live versions use a value of their own. */
  hasLive: boolean;
  liveValue: string;
  plain: boolean;
}

export function formOf(variable: Variable | null): VariableForm {
  return {
    value: variable?.value ?? '',
    hasLive: variable !== null && !variable.sameForLive,
    liveValue: variable?.liveValue ?? '',
    plain: variable?.plain ?? false,
  };
}

/** @param stored null: it is a new one */
export function changeOf(form: VariableForm, stored: Variable | null): VariableChange {
  const { value, hasLive, liveValue, plain } = form;
  const keeps = keepsEmpty(stored);
  return {
    plain,
    ...(value === '' && keeps ? {} : { value }),
    ...liveChange(),
  };

  function liveChange(): Pick<VariableChange, 'liveValue'> {
    if (!hasLive) return stored === null || stored.sameForLive ? {} : { liveValue: null };
    const keepsLive = keeps && stored?.sameForLive === false;
    return liveValue === '' && keepsLive ? {} : { liveValue };
  }
}

/** Of a secret nothing is shown, so an empty field can't be told from one that nobody touched. */
export const keepsEmpty = (stored: Variable | null): boolean => stored !== null && !stored.plain;
