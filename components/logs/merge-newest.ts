import type { LogSummary } from '@/lib/services/logs/schema';
import type { LogPage } from './log-queries';

/**
 * Adds rows of `newest` that the pages lack in their order (newest first by start, then id). A run that
 * finishes late is placed between older rows; one older than every loaded row waits for its own page.
 * `gap`: no overlap, so rows in between may be missing and the list has to be loaded again.
 */
export function mergeNewest(pages: readonly LogPage[], newest: readonly LogSummary[]) {
  const known = idsDownTo(pages, newest.at(-1));
  const fresh = newest.filter((row) => !known.has(row.id));
  const gap = known.size > 0 && fresh.length === newest.length && newest.length > 0;
  if (fresh.length === 0) return { pages, added: 0, gap: false };
  const [first, ...rest] = pages;
  const complete = pages.at(-1)?.next === null;
  const oldest = first?.rows.at(-1);
  const fitting = fresh.filter((row) => complete || !oldest || newestFirst(row, oldest) < 0);
  if (!first || fitting.length === 0) return { pages, added: 0, gap };
  const rows = [...first.rows, ...fitting].sort(newestFirst);
  return { pages: [{ ...first, rows }, ...rest], added: fitting.length, gap };
}

/** Returns the ids of pages that may hold a row as new as `oldest`: a scan of all pages would be slow. */
function idsDownTo(pages: readonly LogPage[], oldest: LogSummary | undefined): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { rows } of pages) {
    for (const { id } of rows) ids.add(id);
    const last = rows.at(-1);
    if (last && oldest && newestFirst(oldest, last) < 0) break;
  }
  return ids;
}

type Placed = Pick<LogSummary, 'id' | 'startedAt'>;

export function newestFirst(a: Placed, b: Placed): number {
  const byStart = Date.parse(b.startedAt) - Date.parse(a.startedAt);
  if (byStart !== 0) return byStart;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
