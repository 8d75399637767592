import { type TextPlace, wholeIn } from '@/lib/core/blocks/whole-outputs-at';
import { MISSING, type ReferenceValues, readReference } from '@/lib/core/references/read-path';
import { readVariable } from '@/lib/core/references/read-variable';
import { ResolveError } from '@/lib/core/references/resolve-error';
import { lonePart, parseTemplate, type TemplatePart } from '@/lib/core/references/template';
import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';
import { jsonBeginning } from '@/lib/platform/text/json-beginning';
import { jsonLength } from '@/lib/platform/text/json-length';
import { writeJson } from '@/lib/platform/text/json-text';
import type { TextLanguage } from './editor-marks';
import { knownValue, type ScopeBlock } from './known-value';
import { placeOf } from './text-place';

/** A part of a resolved text. `unknown` is shown as it is written. */
export interface ResolvedPart {
  kind: 'text' | 'value' | 'secret' | 'unknown';
  text: string;
}

const MASK = '•••';
const MAX_VALUE_CHARACTERS = 1_000;
const MAX_CHARACTERS = 2_000;
/** Longer values are shown on one line. */
const MAX_INDENTED = 100_000;
/** Longer texts are not resolved, so that typing stays fast. */
const MAX_SOURCE_CHARACTERS = 20_000;

/** Returns the scope that references read from: the values known now, and masks for variables. */
export function knownScope(scope: readonly ScopeBlock[], variables: readonly string[] = []) {
  const outputs = new Map<string, unknown>();
  for (const block of scope) if (!outputs.has(block.slug)) outputs.set(block.slug, knownValue(block));
  return {
    heads: new Set(scope.map(({ slug }) => slug)),
    values: { outputs, variables: new Map(variables.map((name) => [name, MASK])) } as ReferenceValues,
  };
}

/**
 * Resolves a text with current values; null without references and variables, and for functions, whose text
 * stays unchanged because values are bound to it.
 */
export function resolvedNow(
  text: string,
  language: TextLanguage,
  { heads, values }: ReturnType<typeof knownScope>,
  place: TextPlace = placeOf(language),
): ResolvedPart[] | null {
  if (language === 'function' || text.length > MAX_SOURCE_CHARACTERS || !/<|\{\{/.test(text)) return null;
  const escaping = language === 'json' ? 'json' : 'ours';
  const isKnown = (slug: string) => heads.has(slug);
  const template = parseTemplate(text, isKnown, escaping, wholeIn(text, place, isKnown));
  if (template.parts.every((part) => typeof part === 'string')) return null;
  const isLone = language === 'text' && lonePart(template) !== null;
  let isQuoted = false;
  const parts = template.parts.flatMap((part): ResolvedPart[] => {
    if (typeof part === 'string') {
      if (language === 'json') isQuoted = isQuoteOpen(part, isQuoted);
      return isLone ? [] : [{ kind: 'text', text: part }];
    }
    const into = isLone ? 'alone' : language === 'text' ? 'text' : inCode(isQuoted);
    return [partNow(part, text, values, into)];
  });
  return shortened(language === 'json' ? indented(parts) : parts);
}

/**
 * The context of a value: alone, in text, in JSON or code, there inside or outside quotes; or written as
 * JSON everywhere.
 */
type Place = 'alone' | 'text' | 'quoted' | 'code' | 'json';
const inCode = (isQuoted: boolean): Place => (isQuoted ? 'quoted' : 'code');

function partNow(
  part: Exclude<TemplatePart, string>,
  source: string,
  values: ReferenceValues,
  place: Place,
): ResolvedPart {
  const { start, end } = part.kind === 'variable' ? part : part.reference;
  try {
    if (part.kind === 'variable') {
      const { before, value } = readVariable(part, values, place === 'text' ? 'ours' : 'json');
      if (value === null) return { kind: 'text', text: before };
      return { kind: 'secret', text: before + (place === 'code' ? `"${value}"` : value) };
    }
    const value = readReference(part.reference, values);
    const isJson = part.reference.modifier === 'json';
    return { kind: 'value', text: written(value, isJson ? 'json' : place) };
  } catch (error) {
    if (!(error instanceof ResolveError)) throw error;
    return { kind: 'unknown', text: source.slice(start, end) };
  }
}

/** Texts of large values, cached by the value, which stays the same while typing. */
const writtenTexts = new WeakMap<object, Map<Place, string>>();

function written(value: unknown, place: Place): string {
  if (typeof value !== 'object' || value === null) return clipped(writtenWhole(value, place));
  const known = writtenTexts.get(value) ?? new Map<Place, string>();
  writtenTexts.set(value, known);
  const text = known.get(place) ?? clipped(writtenWhole(value, place));
  known.set(place, text);
  return text;
}

/** Writes only the part of the value that is shown. */
function writtenWhole(value: unknown, place: Place): string {
  if (place === 'alone') return typeof value === 'string' ? value : indentedJson(value);
  if (place === 'code' || place === 'json') return jsonOf(value);
  const text = typeof value === 'string' ? value.slice(0, MAX_VALUE_CHARACTERS + 1) : textOf(value);
  return place === 'quoted' ? JSON.stringify(text).slice(1, -1) : text;
}

const textOf = (value: unknown): string => (value === null || value === MISSING ? '' : jsonOf(value));

const jsonOf = (value: unknown): string =>
  jsonBeginning(value === MISSING ? null : value, MAX_VALUE_CHARACTERS);

const indentedJson = (value: unknown): string =>
  (isJsonObject(value) || Array.isArray(value)) && jsonLength(value, MAX_INDENTED) <= MAX_INDENTED
    ? (writeJson(value, null, 2) ?? '')
    : jsonOf(value);

const clipped = (text: string) =>
  text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;

/** Indents JSON without unknown parts; other text stays as it is written. */
function indented(parts: ResolvedPart[]): ResolvedPart[] {
  if (parts.some(({ kind }) => kind === 'unknown')) return parts;
  try {
    const whole = parseExact(parts.map(({ text }) => text).join(''));
    return [{ kind: 'value', text: indentedJson(whole) }];
  } catch {
    return parts; // Incomplete, or with a shortened value.
  }
}

function shortened(parts: readonly ResolvedPart[]): ResolvedPart[] {
  const shown: ResolvedPart[] = [];
  let left = MAX_CHARACTERS;
  for (const part of parts) {
    if (left <= 0) break;
    shown.push(part.text.length > left ? { ...part, text: `${part.text.slice(0, left)}…` } : part);
    left -= part.text.length;
  }
  return shown;
}

/** True if a JSON string is open after `text`. `before`: true if one was open before it. */
function isQuoteOpen(text: string, before: boolean): boolean {
  let open = before;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') open = !open;
    else if (text[at] === '\\' && open) at += 1;
  }
  return open;
}
