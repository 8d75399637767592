import type { QueryClient } from '@tanstack/react-query';
import { logPagesQuery } from './log-queries';

/** Long enough for a page that loads slowly; what has finished since comes in as ever. */
const KEPT_MS = 30_000;

/** The first rows of all logs, asked for while the page that shows them is still on its way. */
export function askForLogs(queryClient: QueryClient, workspaceId: string): void {
  const query = logPagesQuery(workspaceId, {});
  void queryClient.prefetchInfiniteQuery({ ...query, gcTime: KEPT_MS });
}
