/**
 * Returns true if a caller's `Accept` wants `type` at least as much as `otherwise`, by name; a wildcard
 * names nothing.
 */
export function prefers(accept: string | undefined, type: string, otherwise: string): boolean {
  const quality = qualityOf(accept, type);
  return quality > 0 && quality >= qualityOf(accept, otherwise);
}

function qualityOf(accept: string | undefined, type: string): number {
  for (const range of accept?.toLowerCase().split(',') ?? []) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}
