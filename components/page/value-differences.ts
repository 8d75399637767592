import type { FieldChange } from '@/lib/core/workflow/diff-documents';
import { jsonDifferences } from '@/lib/core/workflow/json-differences';
import { writeJson } from '@/lib/platform/text/json-text';

/** Longer values are truncated. */
const MAX_CHARACTERS = 5_000;
/** The number of characters shown before the first difference of two long texts. */
const CONTEXT_CHARACTERS = 200;

export interface ShownDifferences {
  /** The innermost values that differ, as text; undefined if one side lacks the value. */
  found: FieldChange[];
  /** False if there may be more. */
  isComplete: boolean;
}

/** Returns the differences between two values for display. `mostValues`: the maximum number compared. */
export function shownDifferences(before: unknown, after: unknown, mostValues?: number): ShownDifferences {
  const { found, isComplete } = jsonDifferences(before, after, { mostValues });
  return { isComplete, found: found.map(shown) };
}

function shown({ path, before, after }: FieldChange): FieldChange {
  const [was, is] = [textOf(before), textOf(after)];
  const start = Math.max(0, firstDifference(was ?? '', is ?? '') - CONTEXT_CHARACTERS);
  const isLong = Math.max(was?.length ?? 0, is?.length ?? 0) > MAX_CHARACTERS;
  const cut = (text: string | undefined) => (isLong && text !== undefined ? partOf(text, start) : text);
  return { path: path === '' ? 'value' : path, before: cut(was), after: cut(is) };
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : writeJson(value, null, 2);
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function partOf(text: string, start: number): string {
  const end = start + MAX_CHARACTERS;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
