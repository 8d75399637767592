import type { IconDrawing } from '@/lib/core/blocks/block';
import { isPlainName, type Step } from '@/lib/core/references/grammar';
import { looksLikeVariable } from '@/lib/core/references/read-variable';
import { writeJson } from '@/lib/platform/text/json-text';
import { VariableName } from '@/lib/services/variables/schema';
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
 * The part of a text that is being completed; `end` is behind a closing `>` or `}}` that is already there.
 */
export interface CompletionToken {
  kind: 'reference' | 'variable' | 'code';
  start: number;
  end: number;
  query: string;
}

export interface CompletionOption {
  /** What choosing it puts in place of the token. */
  insert: string;
  /** What going into it puts there; null for what has nothing inside. */
  enter: string | null;
  label: string;
  detail: string;
  /** Where the type is known from: a run, a sample, a document. */
  origin: string;
  /** Last value, as a short text; else what is said of it. */
  preview: string | null;
  icon: IconDrawing | null;
  /** Name of the variable that choosing it creates. */
  creates?: string;
}

const MAX_OPTIONS = 60;
const MAX_PREVIEW = 60;
const OPEN_REFERENCE = /<((?:[A-Za-z_][\p{ID_Continue}$.'"[\]-]*)?)$/u;
const OPEN_VARIABLE = /\{\{([A-Za-z0-9_]*)$/;

/** The unfinished `<…` or `{{…` right before the caret; null when there is none, or it is escaped. */
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

/** The same in a text that is one reference and nothing else: it needn't begin with `<`. */
export function loneTokenAt(text: string, caret: number): CompletionToken | null {
  const isBare = caret === text.length && BARE_PATH.test(text);
  return isBare ? { kind: 'reference', start: 0, end: caret, query: text } : tokenAt(text, caret);
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** `names`: undefined while they are not known. A name that no variable has can be created. */
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
 * Outputs that fit what has been typed; inside a known or described value, its keys. A name that is all there
 * offers the whole output too, where it may stand.
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
  const seen = new Set<string>();
  return [...ranked(top, query), ...exact, ...inside, ...whole]
    .filter((option) => !seen.has(option.insert) && seen.add(option.insert))
    .slice(0, MAX_OPTIONS);
}

/** A place in the outputs of a block, and what is known of it. */
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

const STEP = /^(?:\.([\p{ID_Start}_$][\p{ID_Continue}$-]*)|\[(-?\d+)\]|\[(?:'([^']*)'|"([^"]*)")\])/u;

/** What a whole path, `api.data.items[0]`, leads to; null when nothing is known there. */
export function placeAt(scope: readonly ScopeBlock[], text: string): Place | null {
  const head = /^[A-Za-z_][\w-]*/.exec(text)?.[0] ?? '';
  const block = scope.find((candidate) => candidate.slug === head.toLowerCase());
  if (block === undefined) return null;
  const path: Step[] = [];
  let known: Known | undefined = knownOutput(block);
  for (let rest = text.slice(head.length); rest !== ''; ) {
    const match = STEP.exec(rest);
    if (match === null) return null;
    const step = match[2] === undefined ? (match[1] ?? match[3] ?? match[4] ?? '') : Number(match[2]);
    known = stepInto(known, step);
    if (known === undefined) return null;
    path.push(step);
    rest = rest.slice(match[0].length);
  }
  return { block, path, known };
}

/** `api.data.it` → `api.data` and `.it`: what is complete, and the step still being typed. */
function splitQuery(query: string): { base: string; partial: string } {
  const at = Math.max(query.lastIndexOf('.'), query.lastIndexOf('['));
  return at <= 0 ? { base: '', partial: query } : { base: query.slice(0, at), partial: query.slice(at) };
}

/** One more step of a path: `.name`, `[0]`, or `['odd key']`. */
export function stepText(key: Step): string {
  if (typeof key === 'number') return `[${key}]`;
  if (isPlainName(key)) return `.${key}`;
  return key.includes("'") ? `["${key}"]` : `['${key}']`;
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
