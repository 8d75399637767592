import { findReferences, findVariables } from '@/lib/engine/references/find-references';

export type Mark = 'reference' | 'broken' | 'variable' | 'unknown-variable';

export interface MarkedPart {
  text: string;
  start: number;
  mark: Mark | null;
}

export interface MarkScope {
  /** Slugs of all blocks of the workflow. */
  slugs: readonly string[];
  /** Slugs of those that come before. */
  inScope: ReadonlySet<string>;
  /** Undefined while they are not known. */
  variables: readonly string[] | undefined;
}

/** The text cut at its references and variables, each with what should be seen of it. */
export function markText(text: string, scope: MarkScope): MarkedPart[] {
  const marks = [
    ...findReferences(text, scope.slugs).map(({ start, end, slug }) => ({
      start,
      end,
      mark: scope.inScope.has(slug) ? ('reference' as const) : ('broken' as const),
    })),
    ...findVariables(text, scope.slugs).map(({ start, end, name }) => ({
      start,
      end,
      mark:
        scope.variables === undefined || scope.variables.includes(name)
          ? ('variable' as const)
          : ('unknown-variable' as const),
    })),
  ].sort((a, b) => a.start - b.start);
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const { start, end, mark } of marks) {
    if (start > at) parts.push({ text: text.slice(at, start), start: at, mark: null });
    parts.push({ text: text.slice(start, end), start, mark });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), start: at, mark: null });
  return parts;
}
