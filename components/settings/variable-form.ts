import { mapUrlCredentials } from '@/lib/core/references/credentials';
import { whyNotInside } from '@/lib/platform/text/masked-inside';
import type { Variable, VariableChange } from '@/lib/services/variables/schema';

/** What a variable's form holds. A stored secret begins empty, and empty it stays as it is. */
export interface VariableForm {
  value: string;
  /** Whether live versions use a value of their own. */
  hasLive: boolean;
  liveValue: string;
  /** Null: not chosen yet. */
  plain: boolean | null;
}

/** One that can be saved. */
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

/** @param stored null: it is a new one */
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

/** Of a secret nothing is shown, so an empty field can't be told from one that nobody touched. */
export const keepsEmpty = (stored: Variable | null): boolean => stored !== null && !stored.plain;

const ENVIRONMENT =
  /^(prod|production|live|stage|staging|dev|develop|development|test|testing|qa|uat|demo|preview|sandbox|local)$/i;
/** Longer ones may be account numbers or PINs. */
const NUMBER = /^[+-]?\d{1,9}([.,]\d{1,6})?$/;

/** What a value looks like that is rarely a secret, in words; null: nothing of the kind. */
export function looksPlain({ value, hasLive, liveValue }: VariableForm): string | null {
  const kinds = (hasLive ? [value, liveValue] : [value]).map((text) => plainKind(text.trim()));
  return kinds.every((kind) => kind !== null) ? (kinds[0] ?? null) : null;
}

function plainKind(text: string): string | null {
  if (NUMBER.test(text)) return 'a number';
  if (ENVIRONMENT.test(text)) return 'the name of an environment';
  const isUrl = /^(https?|wss?):/i.test(text) && URL.canParse(text);
  return isUrl && mapUrlCredentials(text, () => '') === text ? 'a URL without credentials' : null;
}

/** Of a secret: where logs will not mask it, in words; null: they mask it everywhere. */
export function unmaskedInside({ value, hasLive, liveValue }: VariableForm): string | null {
  for (const text of hasLive ? [value, liveValue] : [value]) {
    const why = text === '' ? null : whyNotInside(text);
    if (why !== null) return `${UNMASKED[why]} is masked where it is the whole text, not inside longer text.`;
  }
  return null;
}

const UNMASKED = { short: 'A value under 8 characters', word: 'A common word' };
