import { pagingCode } from '@/components/ui/paging-code';
import { addressOf } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { searchLogsEndpoint } from '@/lib/services/log-search/endpoints';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
import { getLogGroupsEndpoint } from '@/lib/services/overview/endpoints';
import type { Grouping } from '@/lib/services/overview/group-schema';
import { type LogFilters, toApiQuery } from './log-filters';

const KEY_HEADER = "'x-api-key': process.env.MILLRACE_API_KEY ?? ''";

export interface Snippets {
  curl: string;
  typescript: string;
}

/** The current list or search as calls of the API. A quick range becomes its date as of now. */
export function listSnippets(origin: string, workspaceId: string, filters: LogFilters, q = ''): Snippets {
  const query = { workspaceId, ...toApiQuery(filters, serverNow()) };
  const path = q
    ? addressOf(searchLogsEndpoint, { query: { ...query, q } })
    : addressOf(listLogsEndpoint, { query });
  const url = origin + path;
  return { ...snippets(url), typescript: pagingCode(JSON.stringify(url), [KEY_HEADER]) };
}

/** The counts shown instead of a list, as a call of the API. */
export function groupSnippets(
  origin: string,
  workspaceId: string,
  filters: LogFilters,
  by: Grouping,
): Snippets {
  const query = { workspaceId, by, ...toApiQuery(filters, serverNow()) };
  return snippets(origin + addressOf(getLogGroupsEndpoint, { query }));
}

export function logSnippets(origin: string, logId: string): Snippets {
  return snippets(`${origin}/api/v1/logs/${encodeURIComponent(logId)}`);
}

/** The code for one call. `url`: complete, with its query. */
export function snippets(url: string): Snippets {
  return {
    curl: `curl '${url.replaceAll("'", '%27')}' \\\n  -H "x-api-key: $MILLRACE_API_KEY"`,
    typescript: [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  headers: { ${KEY_HEADER} },`,
      '});',
      `if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);`,
      'const { data } = await response.json();',
    ].join('\n'),
  };
}
