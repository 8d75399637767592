import { FILTER_PARAMETERS, FILTER_RANGES } from '@/lib/services/logs/log-filters';
import { FILTER_NAMES, type FilterName, type LogFilters, splitList } from './log-filters';
import { type FilterChoices, keyNamed, QUERY_KEYS, type QueryKey } from './typed-query-keys';
import {
  MAX_QUERY_CHARACTERS,
  type QueryItem,
  type QueryTerm,
  readTerms,
  wordsOf,
  writeItem,
  writeText,
} from './typed-query-terms';
import { choiceOf, durationOf, idOf, writeDuration, writeId } from './typed-query-values';

/** The filters and the searched text of the page, as its address has them. */
export interface LogQuery {
  filters: LogFilters;
  /** Empty if nothing is searched for. */
  q: string;
}

/** What can't be understood: the places in the text, and what to do about it. */
export interface QueryFault {
  start: number;
  end: number;
  message: string;
}

const MAX_SEARCH_CHARACTERS = 200;

/** Reads any text: as filters and a searched text, or as a fault with its place. */
export function parseQuery(
  text: string,
  choices: FilterChoices,
): { query: LogQuery } | { fault: QueryFault } {
  if (text.length > MAX_QUERY_CHARACTERS) {
    const message = `At most ${MAX_QUERY_CHARACTERS.toLocaleString('en-US')} characters.`;
    return { fault: { start: MAX_QUERY_CHARACTERS, end: text.length, message } };
  }
  const reading: Reading = { filters: {}, placeOf: new Map(), errorTerm: null };
  const terms = readTerms(text);
  for (const term of terms) {
    const message = whyMalformed(text, term) ?? (term.key === null ? null : readKey(term, choices, reading));
    if (message !== null) return { fault: typeof message === 'string' ? faultAt(term, message) : message };
  }
  return withText(terms, reading);
}

interface Reading {
  filters: LogFilters;
  placeOf: Map<FilterName, QueryTerm>;
  errorTerm: QueryTerm | null;
}

const faultAt = ({ start, end }: { start: number; end: number }, message: string): QueryFault => ({
  start,
  end,
  message,
});

function whyMalformed(text: string, { items, end, key }: QueryTerm): string | QueryFault | null {
  const open = items.find(({ isOpen }) => isOpen);
  if (open !== undefined) return faultAt(open, 'The closing quote is missing.');
  const empty = key === null ? undefined : items.find(({ value }) => value.trim() === '');
  if (empty !== undefined) return faultAt(empty, `Type a value for “${key}”.`);
  return /\S/.test(text[end] ?? ' ') ? 'Put a space after the closing quote.' : null;
}

function readKey(term: QueryTerm, choices: FilterChoices, reading: Reading): string | QueryFault | null {
  const key = keyNamed(term.key!);
  if (key === undefined)
    return `There is no filter “${term.key}”. To search for this text, put it in quotes.`;
  const isBound = term.operator !== ':' && term.operator !== '=';
  if ((key.kind === 'bounds') !== isBound)
    return key.kind === 'bounds'
      ? `Write ${key.key}>=… or ${key.key}<=….`
      : `Write ${key.key}:… with a colon.`;
  if (key.kind === 'error') {
    if (reading.errorTerm !== null) return 'Only one text can be searched for.';
    reading.errorTerm = term;
    return term.items.length > 1 ? 'Only one text can be searched for; put it in quotes.' : null;
  }
  if (key.kind === 'choices') return readChoices(key, term, choices, reading);
  if (key.kind === 'bounds') {
    const parameter = term.operator!.startsWith('>') ? key.min : key.max;
    return setValue(parameter, boundOf(key.unit, term.items[0]!.value), term, reading);
  }
  const comma = key.isList ? term.items.find(({ value }) => value.includes(',')) : undefined;
  if (comma !== undefined) return faultAt(comma, 'A value of a list can’t hold a comma.');
  return setValue(key.parameter, joined(term.items.map(({ value }) => value)), term, reading, key.isList);
}

const joined = (values: readonly string[]): string => values.map((value) => value.trim()).join(',');

function boundOf(unit: 'ms' | 'USD' | 'time', value: string): string {
  if (unit === 'ms') return durationOf(value.trim());
  return unit === 'USD' && value.startsWith('$') ? value.slice(1).trim() : value.trim();
}

function readChoices(
  key: Extract<QueryKey, { kind: 'choices' }>,
  term: QueryTerm,
  all: FilterChoices,
  reading: Reading,
): string | QueryFault | null {
  const choices = key.choicesOf(all);
  const values: string[] = [];
  for (const item of term.items) {
    const found = key.rule === 'names' ? idOf(item.value, choices, key.key) : known(item, key.key, choices);
    if ('why' in found) return faultAt(item, found.why);
    if (found.id.includes(',')) return faultAt(item, 'An id can’t hold a comma.');
    values.push(found.id);
  }
  return setValue(key.parameter, joined(values), term, reading, key.rule !== 'one');
}

function known(item: QueryItem, key: string, choices: FilterChoices['statuses']): ReturnType<typeof idOf> {
  const choice = choiceOf(item.value, choices);
  if (choice !== undefined) return { id: choice.value };
  return { why: `“${item.value}” is no ${key}. Choose ${choices.map(({ value }) => value).join(', ')}.` };
}

/** Sets a filter after its own check, which is the API's. */
function setValue(
  parameter: FilterName,
  value: string,
  term: QueryTerm,
  { filters, placeOf }: Reading,
  isList = false,
): string | QueryFault | null {
  if (parameter in filters) {
    const { key, operator } = term;
    return isList
      ? `“${key}” is here twice. List its values with commas: ${key}:a,b.`
      : `“${key}${operator}” is here twice.`;
  }
  if (!isList && term.items.length > 1) return `“${term.key}” takes one value.`;
  const checked = parameter === 'range' ? null : FILTER_PARAMETERS[parameter].safeParse(value);
  if (checked !== null && !checked.success) return checked.error.issues[0]?.message ?? 'Invalid value.';
  filters[parameter] = value;
  placeOf.set(parameter, term);
  return whyNoRange(parameter, filters);
}

function whyNoRange(parameter: FilterName, filters: LogFilters): string | null {
  if (filters.range !== undefined && (filters.startDate ?? filters.endDate) !== undefined)
    return 'Give either “last” or “started”.';
  const range = FILTER_RANGES.find((ends) => ends.some((end) => end === parameter));
  if (range === undefined) return null;
  const [least, most] = range.map((name) => {
    const end = name as Exclude<FilterName, 'range'>;
    return filters[end] === undefined ? undefined : FILTER_PARAMETERS[end].parse(filters[end]);
  });
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return null;
  return 'Nothing can match: the minimum is above the maximum.';
}

/** Adds the searched text. Failed runs with a text are those with the status, and the text. */
function withText(terms: readonly QueryTerm[], reading: Reading): ReturnType<typeof parseQuery> {
  const { filters, errorTerm } = reading;
  const words = wordsOf(terms).trim();
  const place = errorTerm ?? {
    start: terms.find(({ key }) => key === null)?.start ?? 0,
    end: terms.findLast(({ key }) => key === null)?.end ?? 0,
  };
  if (errorTerm !== null && words !== '')
    return { fault: faultAt(errorTerm, 'Only one text can be searched for: this one or the other words.') };
  const q = errorTerm === null ? words : errorTerm.items[0]!.value.trim();
  if (q.length > MAX_SEARCH_CHARACTERS)
    return { fault: faultAt(place, `A searched text has at most ${MAX_SEARCH_CHARACTERS} characters.`) };
  if (errorTerm !== null && filters.level === undefined) filters.statuses ??= 'error';
  return { query: { filters, q } };
}

/** Writes filters and a searched text so that `parseQuery` reads the same. */
export function writeQuery({ filters, q }: LogQuery, choices: FilterChoices): string {
  const terms = QUERY_KEYS.flatMap((key) => writeKey(key, filters, choices));
  return [...terms, ...(q === '' ? [] : [writeText(q)])].join(' ');
}

function writeKey(key: QueryKey, filters: LogFilters, choices: FilterChoices): string[] {
  if (key.kind === 'error') return [];
  if (key.kind === 'bounds') {
    const ends = [
      ['>=', filters[key.min]],
      ['<=', filters[key.max]],
    ] as const;
    return ends.flatMap(([operator, value]) =>
      value === undefined
        ? []
        : [`${key.key}${operator}${writeItem(key.unit === 'ms' ? writeDuration(value) : value)}`],
    );
  }
  const value = filters[key.parameter];
  if (value === undefined) return [];
  const isList = key.kind === 'text' ? key.isList : key.rule !== 'one';
  const values = isList ? splitList(value) : [value];
  const known = key.kind === 'choices' ? key.choicesOf(choices) : [];
  const byName = key.kind === 'choices' && key.rule === 'names';
  return [`${key.key}:${values.map((each) => writeItem(byName ? writeId(each, known) : each)).join(',')}`];
}

/** Returns the change from any filters to these: what is not among them goes. */
export const asChange = (filters: LogFilters): LogFilters =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, filters[name] ?? '']));
