const MAX_NAMED = 5;

/** Names the workflows affected by a deletion; `what`: the effect on them. */
export function describeUses(names: readonly string[], what: string): string {
  if (names.length === 0) return 'No workflow uses it.';
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(', ');
  return `${what}, in ${named}${more > 0 ? ` and ${more} more workflows` : ''}.`;
}
