import { queryOptions } from '@tanstack/react-query';
import type { ShortenedValue } from '@/lib/core/blocks/shortened-value';
import { addressOf, client, fromNetwork } from '@/lib/platform/http/client';
import { parseExact } from '@/lib/platform/text/exact-number';
import { getLogFileEndpoint } from '@/lib/services/logs/endpoints';

type Part = Pick<ShortenedValue, 'fileId' | 'contentType'>;

const argsOf = (logId: string, { fileId }: Part) => ({ params: { id: logId, fileId: fileId ?? '' } });

/** Returns the address of the complete value that a span holds shortened. */
export const wholeValuePath = (logId: string, part: Part): string =>
  addressOf(getLogFileEndpoint, argsOf(logId, part));

/** The complete value that a span holds shortened; it must have been stored. */
export const wholeValueQuery = (logId: string, part: Part) =>
  queryOptions({
    queryKey: ['log-file', logId, part.fileId],
    queryFn: async ({ signal }) => {
      const response = await client.send(getLogFileEndpoint, argsOf(logId, part), { signal });
      const text = await fromNetwork(response.text());
      // A query must not return undefined, and null is a valid value.
      return { value: part.contentType === 'application/json' ? parseExact(text) : text };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
