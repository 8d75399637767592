import type { QueryClient } from '@tanstack/react-query';
import { logPagesQuery } from './log-queries';

/** Milliseconds; long enough for a page that loads slowly. Later runs come in by polling. */
const KEPT_MS = 30_000;

/** Requests the first rows of all logs while the page that shows them is still loading. */
export function askForLogs(queryClient: QueryClient, workspaceId: string): void {
  const query = logPagesQuery(workspaceId, {});
  void queryClient.prefetchInfiniteQuery({ ...query, gcTime: KEPT_MS });
}
