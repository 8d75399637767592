export interface Named {
  id: string;
  name: string;
}

/** People that one comment can mention. */
const MAX_MENTIONED = 20;
/** Places where a name may begin that are looked at. */
const MAX_PLACES = 100;

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Returns the ids of the people whom a text names, as `@Ada Lovelace`, in any case. The longest name counts,
 * so that `@Ada Lovelace` is not Ada; of several people with one name all are meant.
 */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const lower = text.toLowerCase();
  const byLength = people
    .map(({ id, name }) => ({ id, name: name.trim().toLowerCase() }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
  const ids = new Set<string>();
  for (const start of placesIn(lower)) {
    const named = byLength.find(({ name }) => lower.startsWith(name, start) && endsAt(lower, start, name));
    if (named === undefined) continue;
    for (const { id, name } of byLength) if (name === named.name) ids.add(id);
  }
  return [...ids].slice(0, MAX_MENTIONED);
}

/** Returns where names may begin: behind each `@` that is not inside a word, as in an e-mail address. */
function placesIn(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf('@'); at !== -1 && places.length < MAX_PLACES; at = text.indexOf('@', at + 1))
    if (at === 0 || !WORD.test(text[at - 1]!)) places.push(at + 1);
  return places;
}

function endsAt(text: string, start: number, name: string): boolean {
  const next = text[start + name.length];
  return next === undefined || !WORD.test(next);
}
