import { mapUrlCredentials } from '@/lib/core/references/credentials';
import { readUrl } from '@/lib/platform/read-url';
import { whyNotInside } from '@/lib/platform/text/masked-inside';
import type { Variable, VariableChange } from '@/lib/services/variables/schema';

/** The state of a variable's form. A stored secret starts empty, and an empty field keeps it. */
export interface VariableForm {
  value: string;
  /** True if live versions use their own value. */
  hasLive: boolean;
  liveValue: string;
  /** Null if not chosen yet. */
  plain: boolean | null;
}

/** A form that can be saved. */
export type ChosenForm = VariableForm & { plain: boolean };
export const isChosen = (form: VariableForm): form is ChosenForm => form.plain !== null;

export function formOf(variable: Variable | null): VariableForm {
  return {
    value: variable?.value ?? '',
    hasLive: variable !== null && !variable.sameForLive,
    liveValue: variable?.liveValue ?? '',
    plain: variable?.plain ?? null,
  };
}

/** @param stored null for a new variable */
export function changeOf(form: ChosenForm, stored: Variable | null): VariableChange {
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

/** True for a stored secret: it is not shown, so an empty field may be an untouched one. */
export const keepsEmpty = (stored: Variable | null): boolean => stored !== null && !stored.plain;

const ENVIRONMENT =
  /^(prod|production|live|stage|staging|dev|develop|development|test|testing|qa|uat|demo|preview|sandbox|local)$/i;
/** Limited in length, because longer numbers may be account numbers or PINs. */
const NUMBER = /^[+-]?\d{1,9}([.,]\d{1,6})?$/;

/** Names the kind of a value that is rarely a secret; null if it may be one. */
export function looksPlain({ value, hasLive, liveValue }: VariableForm): string | null {
  const kinds = (hasLive ? [value, liveValue] : [value]).map((text) => plainKind(text.trim()));
  return kinds.every((kind) => kind !== null) ? (kinds[0] ?? null) : null;
}

function plainKind(text: string): string | null {
  if (NUMBER.test(text)) return 'a number';
  if (ENVIRONMENT.test(text)) return 'the name of an environment';
  const isUrl = /^(https?|wss?):/i.test(text) && readUrl(text) !== null;
  return isUrl && mapUrlCredentials(text, () => '') === text ? 'a URL without credentials' : null;
}

/** Explains where logs do not mask a secret; null if they mask it everywhere. */
export function unmaskedInside({ value, hasLive, liveValue }: VariableForm): string | null {
  for (const text of hasLive ? [value, liveValue] : [value]) {
    const why = text === '' ? null : whyNotInside(text);
    if (why !== null) return `${UNMASKED[why]} is masked where it is the whole text, not inside longer text.`;
  }
  return null;
}

const UNMASKED = { short: 'A value under 8 characters', word: 'A common word' };
