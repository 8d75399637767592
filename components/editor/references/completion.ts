import type { OutputField } from '@/lib/blocks/block';

/** A block whose outputs can be referenced here. `value`: what it last put out, where that is known. */
export interface ScopeBlock {
  slug: string;
  name: string;
  icon: string;
  fields: readonly OutputField[];
  /** May put out more than `fields` lists. */
  isOpen?: boolean;
  value?: Readonly<Record<string, unknown>>;
}

/** The part of a text that is being completed; `end` is behind a closing `>` or `}}` that is already there. */
export interface CompletionToken {
  kind: 'reference' | 'variable';
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
  /** Last value, as a short text. */
  preview: string | null;
  icon: string | null;
}

const MAX_OPTIONS = 60;
const MAX_ITEMS = 5;
const MAX_PREVIEW = 60;
const OPEN_REFERENCE = /<((?:[A-Za-z_][\w$.'"[\]-]*)?)$/;
const OPEN_VARIABLE = /\{\{([A-Za-z0-9_]*)$/;

/** The unfinished `<…` or `{{…` right before the caret; null when there is none, or it is escaped. */
export function tokenAt(text: string, caret: number): CompletionToken | null {
  const before = text.slice(0, caret);
  const variable = OPEN_VARIABLE.exec(before);
  const match = variable ?? OPEN_REFERENCE.exec(before);
  if (match === null || isEscaped(text, match.index)) return null;
  const kind = variable === null ? 'reference' : 'variable';
  const rest = (kind === 'variable' ? /^\w*\}\}/ : /^[\w$.'"[\]-]*>/).exec(text.slice(caret));
  return { kind, start: match.index, end: caret + (rest?.[0].length ?? 0), query: match[1] ?? '' };
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

export function completeVariable(names: readonly string[], query: string): CompletionOption[] {
  const options = names.map((name) => ({
    insert: `{{${name}}}`,
    enter: null,
    label: name,
    detail: 'variable',
    preview: null,
    icon: null,
  }));
  return ranked(options, query).slice(0, MAX_OPTIONS);
}

/** Outputs that fit what has been typed; inside a known value, its keys. */
export function completeReference(scope: readonly ScopeBlock[], query: string): CompletionOption[] {
  const top = scope.flatMap((block) => fieldsOf(block).map((field) => fieldOption(block, field)));
  const { base, partial } = splitQuery(query);
  const inside = base === '' ? [] : childOptions(scope, base, partial);
  const exact = childOptions(scope, query, '');
  const seen = new Set<string>();
  return [...ranked(top, query), ...exact, ...inside]
    .filter((option) => !seen.has(option.insert) && seen.add(option.insert))
    .slice(0, MAX_OPTIONS);
}

/** Those of the definition, then what came out besides. */
function fieldsOf({ fields, value }: ScopeBlock): OutputField[] {
  const names = new Set(fields.map((field) => field.name));
  const others = Object.keys(value ?? {}).filter((name) => !names.has(name));
  return [...fields, ...others.map((name): OutputField => ({ name, type: 'any' }))];
}

function fieldOption(block: ScopeBlock, field: OutputField): CompletionOption {
  const path = `${block.slug}${stepText(field.name)}`;
  const value = block.value?.[field.name];
  return {
    ...valueOption(path, value),
    detail: field.type === 'any' ? typeOf(value) : field.type,
    icon: block.icon,
  };
}

function childOptions(scope: readonly ScopeBlock[], base: string, partial: string): CompletionOption[] {
  const value = valueAt(scope, base);
  if (value === null || typeof value !== 'object') return [];
  const keys = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map((item, index) => [`[${index}]`, item] as const)
    : Object.entries(value).map(([key, item]) => [stepText(key), item] as const);
  const options = keys.map(([step, item]) => valueOption(`${base}${step}`, item));
  const wanted = partial.replace(/^[.[]/, '').toLowerCase();
  return options.filter((option) => option.label.slice(base.length).toLowerCase().includes(wanted));
}

function valueOption(path: string, value: unknown): CompletionOption {
  const hasInside = value !== null && typeof value === 'object' && Object.keys(value).length > 0;
  return {
    insert: `<${path}>`,
    enter: hasInside ? `<${path}` : null,
    label: path,
    detail: typeOf(value),
    preview: value === undefined ? null : previewOf(value),
    icon: null,
  };
}

const STEP = /^(?:\.([A-Za-z_$][\w$-]*)|\[(-?\d+)\]|\[(?:'([^']*)'|"([^"]*)")\])/;

/** The value at a whole path, `api.data.items[0]`, in the last run; undefined when it isn't known. */
export function valueAt(scope: readonly ScopeBlock[], path: string): unknown {
  const head = /^[A-Za-z_][\w-]*/.exec(path)?.[0] ?? '';
  const block = scope.find((candidate) => candidate.slug === head.toLowerCase());
  let value: unknown = block?.value;
  let rest = path.slice(head.length);
  if (rest === '') return undefined;
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (step === null || value === null || typeof value !== 'object') return undefined;
    const key = step[1] ?? step[2] ?? step[3] ?? step[4] ?? '';
    value = Array.isArray(value)
      ? value.at(Number(key))
      : Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
    rest = rest.slice(step[0].length);
  }
  return value;
}

/** `api.data.it` → `api.data` and `.it`: what is complete, and the step still being typed. */
function splitQuery(query: string): { base: string; partial: string } {
  const at = Math.max(query.lastIndexOf('.'), query.lastIndexOf('['));
  return at <= 0 ? { base: '', partial: query } : { base: query.slice(0, at), partial: query.slice(at) };
}

/** One more step of a path: `.name`, or `['odd key']`. */
export function stepText(key: string): string {
  if (/^[A-Za-z_$][\w$-]*$/.test(key)) return `.${key}`;
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

/** Empty for what isn't there. */
export function typeOf(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function previewOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW)}…` : text;
}
