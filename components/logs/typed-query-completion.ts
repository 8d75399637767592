import { plainLetters } from '../ui/plain-letters';
import { type Choice, type FilterChoices, keyNamed, QUERY_KEYS, type QueryKey } from './typed-query-keys';
import { MAX_QUERY_CHARACTERS, type QueryTerm, readTerms, writeItem } from './typed-query-terms';
import { writeId } from './typed-query-values';

export interface QuerySuggestion {
  insert: string;
  label: string;
  detail: string;
}

/** Suggestions that replace the text from `from` to `to`. */
export interface QueryCompletion {
  from: number;
  to: number;
  suggestions: readonly QuerySuggestion[];
}

/** Values that were seen in runs, by key, for filters without a list of choices. */
export type SeenValues = Readonly<Partial<Record<string, readonly string[]>>>;

const MAX_SUGGESTIONS = 50;
const NONE: QueryCompletion = { from: 0, to: 0, suggestions: [] };

/** Returns what can be typed at the caret: keys, and after a key its values where they are known. */
export function completeQuery(
  text: string,
  caret: number,
  choices: FilterChoices,
  seen: SeenValues = {},
): QueryCompletion {
  if (text.length > MAX_QUERY_CHARACTERS) return NONE;
  const last = readTerms(text.slice(0, caret)).at(-1);
  const term = last?.end === caret ? last : undefined;
  if (term?.key === null && text[term.start] === '"') return NONE;
  if (term?.key == null) return keysFor(term, caret, text);
  const key = keyNamed(term.key);
  return key === undefined ? NONE : valuesFor(key, term, choices, seen);
}

function keysFor(term: QueryTerm | undefined, caret: number, text: string): QueryCompletion {
  const typed = term?.items[0]?.value.toLowerCase() ?? '';
  const given = new Set(readTerms(text).map(({ key }) => key));
  const suggestions = QUERY_KEYS.filter(({ key, kind }) => key.startsWith(typed) && isFree(key, kind, given));
  return {
    from: term?.start ?? caret,
    to: caret,
    suggestions: suggestions.map((key) => ({ ...startOf(key), detail: key.label })),
  };
}

/** The other end of a range can still be given. */
const isFree = (key: string, kind: QueryKey['kind'], given: ReadonlySet<string | null>): boolean =>
  kind === 'bounds' || !given.has(key);

function startOf({ key, kind }: QueryKey): Pick<QuerySuggestion, 'insert' | 'label'> {
  const start = kind === 'bounds' ? `${key}>=` : `${key}:`;
  return { insert: start, label: start };
}

function valuesFor(
  key: QueryKey,
  term: QueryTerm,
  choices: FilterChoices,
  seen: SeenValues,
): QueryCompletion {
  const item = term.items.at(-1)!;
  const typed = plainLetters(item.value);
  const taken = new Set(term.items.slice(0, -1).map(({ value }) => plainLetters(value)));
  const suggestions = valuesOf(key, choices, seen).filter(
    ({ text, label }) =>
      !taken.has(plainLetters(text)) &&
      (plainLetters(text).includes(typed) || plainLetters(label).includes(typed)),
  );
  if (suggestions.length === 1 && suggestions[0]!.text === item.value) return NONE;
  return {
    from: item.start,
    to: item.end,
    suggestions: suggestions.slice(0, MAX_SUGGESTIONS).map(({ text, label }) => ({
      insert: `${writeItem(text)} `,
      label: text,
      detail: label === text ? '' : label,
    })),
  };
}

function valuesOf(
  key: QueryKey,
  choices: FilterChoices,
  seen: SeenValues,
): Array<{ text: string; label: string }> {
  if (key.kind !== 'choices') return (seen[key.key] ?? []).map((text) => ({ text, label: text }));
  const known = key.choicesOf(choices);
  const text = ({ value }: Choice): string => (key.rule === 'names' ? writeId(value, known) : value);
  return known.map((choice) => ({ text: text(choice), label: choice.label }));
}
