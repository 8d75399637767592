import { plainLetters } from '../ui/plain-letters';
import type { Choice } from './typed-query-keys';

const UNITS_MS: ReadonlyArray<readonly [unit: string, ms: number]> = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];
const NUMBER = /^\d+(?:\.\d+)?/;
const WHOLE = /^\d{1,16}$/;

/** Returns `2s` as `2000`; a text that is no duration stays as it is, for the filter's own check. */
export function durationOf(text: string): string {
  const amount = NUMBER.exec(text)?.[0];
  if (amount === undefined) return text;
  const unit = text.slice(amount.length).toLowerCase();
  const ms = unit === '' ? 1 : UNITS_MS.find(([name]) => name === unit)?.[1];
  if (ms === undefined) return text;
  const whole = Math.round(Number(amount) * ms);
  return Number.isSafeInteger(whole) ? String(whole) : text;
}

/** Returns `2000` as `2s`: in the largest unit that has no fraction. */
export function writeDuration(ms: string): string {
  const value = WHOLE.test(ms) ? Number(ms) : Number.NaN;
  if (!Number.isSafeInteger(value) || value === 0) return ms;
  const [unit, size] = UNITS_MS.find(([, each]) => value % each === 0)!;
  return `${value / size}${unit}`;
}

/** An id instead of a name: `#` and the id. */
const ID_SIGN = '#';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns the id of a thing by its name, or by its id; or says why there is none. */
export function idOf(text: string, known: readonly Choice[], noun: string): { id: string } | { why: string } {
  if (text.startsWith(ID_SIGN) && text.length > 1) return { id: text.slice(1) };
  const exact = known.filter(({ label }) => label === text);
  const alike = exact.length > 0 ? exact : known.filter(({ label }) => isAlike(label, text));
  if (alike.length === 1) return { id: alike[0]!.value };
  if (alike.length > 1)
    return { why: `${alike.length} ${noun}s are called “${text}”. Choose one from the list.` };
  return UUID.test(text) ? { id: text } : { why: `No ${noun} is called “${text}”.` };
}

/** Returns the name that `idOf` reads as this id, or the id itself. */
export function writeId(id: string, known: readonly Choice[]): string {
  const name = known.find(({ value }) => value === id)?.label;
  if (name === undefined || name.trim() === '') return `${ID_SIGN}${id}`;
  const found = idOf(name, known, '');
  return 'id' in found && found.id === id ? name : `${ID_SIGN}${id}`;
}

/** Returns the one of a few words, by the word or by its label, in any case. */
export const choiceOf = (text: string, choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ value }) => isAlike(value, text)) ?? choices.find(({ label }) => isAlike(label, text));

const isAlike = (one: string, other: string): boolean => plainLetters(one) === plainLetters(other);
