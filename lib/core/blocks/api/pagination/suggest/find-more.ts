import type { NamedValue, SentPage } from './sent-page';

/** What a page says about whether there are more; `path` as in the settings. */
export type SaidMore = { isLast: true } | { isLast: false; path: string };

const MORE = /^(?:has_?more(?:_?items)?|has_?next(?:_?page)?|more|more_?records|more_?available)$/i;
const LAST = /^(?:is_?last(?:_?page)?|last|done|end_?of_?stream)$/i;

/** Returns what the members for it say; null if a page has none. */
export function findMore({ values }: Pick<SentPage, 'values'>): SaidMore | null {
  const flag = (name: RegExp): NamedValue | undefined =>
    values.find(({ key, value }) => typeof value === 'boolean' && name.test(key));
  const more = flag(MORE);
  if (more !== undefined) return more.value === true ? { isLast: false, path: more.path } : { isLast: true };
  const last = flag(LAST);
  if (last === undefined) return null;
  return last.value === true ? { isLast: true } : { isLast: false, path: `!${last.path}` };
}
