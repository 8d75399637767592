import { ReferenceReader } from '@/lib/core/references/grammar';
import type { CodePlace, CodeSnippet } from '../code/code-place';
import { GLOBALS, KEYWORDS, METHODS, STATIC_MEMBERS } from '../code/script-words';
import { type CompletionOption, previewOf } from './completion';
import {
  type Known,
  knownOutput,
  membersOf,
  originOf,
  type ScopeBlock,
  stepInto,
  typeOf,
} from './known-value';

const MAX_OPTIONS = 60;

/** A completion of code; some are snippets with placeholders. */
export interface CodeOption extends CompletionOption {
  snippet?: CodeSnippet;
}

export interface CodeWords {
  language: 'function' | 'expression';
  snippets: readonly CodeSnippet[];
}

/** Returns completions of the name being typed; none once it is complete. */
export function completeCode(place: CodePlace, scope: readonly ScopeBlock[], words: CodeWords): CodeOption[] {
  const all = place.path.length === 0 ? namesAt(place, words) : membersAt(place.path, scope);
  const wanted = place.name.toLowerCase();
  const fitting = all.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  if (fitting.some(({ label }) => label === place.name)) return [];
  const seen = new Set<string>();
  return fitting.filter(({ label }) => !seen.has(label) && seen.add(label)).slice(0, MAX_OPTIONS);
}

function namesAt({ locals }: CodePlace, { language, snippets }: CodeWords): CodeOption[] {
  return [
    ...locals.map(({ label, type }) => named(label, type)),
    ...(language === 'function'
      ? snippets.map((snippet) => ({ ...named(snippet.label, 'snippet', snippet.detail), snippet }))
      : []),
    ...KEYWORDS.expression.map((word) => named(word, 'keyword')),
    ...(language === 'function' ? KEYWORDS.function.map((word) => named(word, 'keyword')) : []),
    ...Object.entries(GLOBALS).flatMap(([type, names]) => names.map((name) => named(name, type))),
  ];
}

function membersAt([head = '', ...steps]: readonly string[], scope: readonly ScopeBlock[]): CodeOption[] {
  if (!head.startsWith('<'))
    return steps.length > 0 ? [] : (STATIC_MEMBERS[head] ?? []).map((name) => named(name, `of ${head}`));
  const reference = new ReferenceReader(head).readAt(0, () => true);
  const block = scope.find(({ slug }) => slug === reference?.slug);
  if (reference === null || block === undefined) return [];
  const path = [...reference.path, ...steps];
  let known: Known | undefined = knownOutput(block);
  for (const step of path) known = known && stepInto(known, step);
  if (known === undefined) return [];
  const { value, shape } = known;
  const members = membersOf(known).flatMap(([step, inside]): CodeOption[] => {
    if (typeof step !== 'string' || !/^[A-Za-z_$][\w$]*$/.test(step)) return [];
    const preview = inside.value === undefined ? null : previewOf(inside.value);
    const origin = originOf(inside, block, [...path, step]);
    return [{ ...named(step, typeOf(inside), preview), origin }];
  });
  const type = value === undefined || value === null ? shape?.type : typeOf(known);
  return [...members, ...(METHODS[type ?? ''] ?? []).map((name) => named(name, `of ${type}`))];
}

const named = (label: string, detail: string, preview: string | null = null): CodeOption => ({
  insert: label,
  enter: null,
  label,
  detail,
  origin: '',
  preview,
  icon: null,
});
