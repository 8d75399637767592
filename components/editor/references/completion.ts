import type { IconDrawing } from '@/lib/core/blocks/block';
import { isEscaped, type Step } from '@/lib/core/references/grammar';
import { stepText, wholeReference } from '@/lib/core/references/path-text';
import { looksLikeVariable } from '@/lib/core/references/read-variable';
import { writeJson } from '@/lib/platform/text/json-text';
import { VariableName } from '@/lib/services/variables/schema';
import { findInside } from './find-inside';
import {
  type Known,
  knownOutput,
  membersOf,
  originOf,
  type ScopeBlock,
  stepInto,
  typeOf,
} from './known-value';

/**
 * The part of a text that is being completed; `end` is after a closing `>` or `}}` that is already there.
 */
export interface CompletionToken {
  kind: 'reference' | 'variable' | 'code';
  start: number;
  end: number;
  query: string;
}

export interface CompletionOption {
  /** The text that replaces the token when it is chosen. */
  insert: string;
  /** The text to go on with its members; null if it has none. */
  enter: string | null;
  label: string;
  detail: string;
  /** The origin of the type: a run, a sample, a document. */
  origin: string;
  /** The last value as a short text; else the description. */
  preview: string | null;
  icon: IconDrawing | null;
  /** The name of the variable that is created when it is chosen. */
  creates?: string;
}

const MAX_OPTIONS = 60;
const MAX_PREVIEW = 60;
const OPEN_REFERENCE = /<((?:[A-Za-z_][\p{ID_Continue}$.'"[\]-]*)?)$/u;
const OPEN_VARIABLE = /\{\{([A-Za-z0-9_]*)$/;

/** Returns the unfinished `<…` or `{{…` right before the caret; null if there is none or it is escaped. */
export function tokenAt(text: string, caret: number): CompletionToken | null {
  const before = text.slice(0, caret);
  const variable = OPEN_VARIABLE.exec(before);
  const match = variable ?? OPEN_REFERENCE.exec(before);
  if (match === null || isEscaped(text, match.index)) return null;
  const kind = variable === null ? 'reference' : 'variable';
  const rest = (kind === 'variable' ? /^\w*\}\}/ : /^[\p{ID_Continue}$.'"[\]-]*>/u).exec(text.slice(caret));
  return { kind, start: match.index, end: caret + (rest?.[0].length ?? 0), query: match[1] ?? '' };
}

const BARE_PATH = /^[\p{ID_Continue}$.'"[\]-]*$/u;

/** Like `tokenAt` in a text that is only one reference, which needn't begin with `<`. */
export function loneTokenAt(text: string, caret: number): CompletionToken | null {
  const isBare = caret === text.length && BARE_PATH.test(text);
  return isBare ? { kind: 'reference', start: 0, end: caret, query: text } : tokenAt(text, caret);
}

/** Completes a variable. `names`: undefined while they are not known. An unknown name can be created. */
export function completeVariable(names: readonly string[] | undefined, query: string): CompletionOption[] {
  const options = (names ?? []).map((name) => ({
    insert: `{{${name}}}`,
    enter: null,
    label: name,
    detail: 'variable',
    origin: '',
    preview: null,
    icon: null,
  }));
  const found = ranked(options, query).slice(0, MAX_OPTIONS);
  const isNew =
    names !== undefined &&
    looksLikeVariable(query) &&
    VariableName.safeParse(query).success &&
    !names.includes(query);
  return isNew ? [...found, newVariable(query)] : found;
}

const newVariable = (name: string): CompletionOption => ({
  insert: `{{${name}}}`,
  enter: null,
  label: `Create ${name}…`,
  detail: 'new variable',
  origin: '',
  preview: null,
  icon: null,
  creates: name,
});

/**
 * Returns outputs that match the typed text; inside a known or described value, its keys. A complete name
 * offers the whole output too, if that is allowed there.
 */
export function completeReference(
  scope: readonly ScopeBlock[],
  query: string,
  offersWhole = true,
): CompletionOption[] {
  const top = scope.flatMap((block) =>
    membersOf(knownOutput(block)).map(([step, known]) => ({
      ...optionOf({ block, path: [step], known }, block.slug + stepText(step)),
      icon: block.icon,
    })),
  );
  const { base, partial } = splitQuery(query);
  const inside = base === '' ? [] : optionsInside(scope, base, partial);
  const exact = optionsInside(scope, query, '');
  const whole = scope.flatMap((block) => {
    if (!offersWhole || block.slug !== query.toLowerCase()) return [];
    const option = optionOf({ block, path: [], known: knownOutput(block) }, block.slug);
    return [{ ...option, enter: null, icon: block.icon }];
  });
  const deeper = base === '' ? findInside(scope, query).map(namedOption) : [];
  const seen = new Set<string>();
  return [...ranked(top, query), ...exact, ...inside, ...whole, ...deeper]
    .filter((option) => !seen.has(option.insert) && seen.add(option.insert))
    .slice(0, MAX_OPTIONS);
}

/** A path in a block's output, and the value or shape known there. */
interface Place {
  block: ScopeBlock;
  path: readonly Step[];
  known: Known;
}

function optionsInside(scope: readonly ScopeBlock[], base: string, partial: string): CompletionOption[] {
  const place = placeAt(scope, base);
  if (place === null || place.path.length === 0) return [];
  const { block, path } = place;
  const wanted = partial.replace(/^[.[]/, '').toLowerCase();
  return membersOf(place.known)
    .filter(([step]) => stepText(step).toLowerCase().includes(wanted))
    .map(([step, known]) => optionOf({ block, path: [...path, step], known }, base + stepText(step)));
}

function optionOf({ block, path, known }: Place, label: string): CompletionOption {
  const { value, shape } = known;
  return {
    insert: `<${label}>`,
    enter: membersOf(known).length > 0 ? `<${label}` : null,
    label,
    detail: typeOf(known),
    origin: originOf(known, block, path),
    preview: value === undefined ? (shape?.description ?? null) : previewOf(value),
    icon: null,
  };
}

const namedOption = (place: Place): CompletionOption => ({
  ...optionOf(place, place.block.slug + place.path.map(stepText).join('')),
  icon: place.block.icon,
});

/** Returns the place of a whole path, `api.data.items[0]`; null when nothing is known there. */
export function placeAt(scope: readonly ScopeBlock[], text: string): Place | null {
  const reference = wholeReference(`<${text}>`);
  const block = scope.find(({ slug }) => slug === reference?.slug);
  if (reference === null || block === undefined) return null;
  let known: Known | undefined = knownOutput(block);
  for (const step of reference.path) {
    known = stepInto(known, step);
    if (known === undefined) return null;
  }
  return { block, path: reference.path, known };
}

/** Splits `api.data.it` into `api.data` and `.it`: the complete part, and the step being typed. */
function splitQuery(query: string): { base: string; partial: string } {
  const at = Math.max(query.lastIndexOf('.'), query.lastIndexOf('['));
  return at <= 0 ? { base: '', partial: query } : { base: query.slice(0, at), partial: query.slice(at) };
}

function ranked(options: CompletionOption[], query: string): CompletionOption[] {
  const wanted = query.toLowerCase();
  const rank = (option: CompletionOption) => {
    const label = option.label.toLowerCase();
    if (label.startsWith(wanted)) return 0;
    return label.includes(wanted) ? 1 : 2;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((entry) => entry.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.option);
}

export function previewOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (writeJson(value) ?? '');
  return text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text;
}
