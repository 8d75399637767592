import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers';
import type { Seed } from '@/components/page/seed';
import type { SeededAnswer } from '@/components/shell/seed-answers';
import { askApi } from '@/lib/platform/http/page-api';

export interface Wanted {
  queryKey: SeededAnswer['queryKey'];
  /** The API path, with its query string. */
  path: string;
  /** Selects the part of the response that the query keeps; the whole response by default. */
  keep?: (answer: never) => unknown;
}

/**
 * Returns the seed for a response that the page reads directly, not through a query. The response is JSON
 * text, which the page parses the way the client parses a response.
 */
export async function seedFor(path: string): Promise<Seed> {
  const asked = await headers();
  const json = isDocument(asked) ? await askApi(path, asked.get('cookie') ?? undefined) : null;
  return { seedId: randomUUID(), json: json ?? undefined };
}

const isDocument = (asked: Headers): boolean => asked.get('accept')?.includes('text/html') ?? false;

/**
 * Returns responses for the queries of a page that is loaded as a document. When navigating between pages
 * the browser sends its own requests, after any pending save. Responses that the API refuses are left out:
 * the browser asks again and shows the reason.
 */
export async function seedsFor(
  wanted: readonly Wanted[],
): Promise<{ seedId: string; answers: SeededAnswer[] }> {
  const asked = await headers();
  const underWay = new Map<string, Promise<string | null>>();
  const ask = (path: string): Promise<string | null> => {
    const answer = underWay.get(path) ?? askApi(path, asked.get('cookie') ?? undefined);
    underWay.set(path, answer);
    return answer;
  };
  const answers = await Promise.all(
    (isDocument(asked) ? wanted : []).map(async ({ queryKey, path, keep }) => {
      const json = await ask(path);
      const answer: unknown = json === null ? null : JSON.parse(json);
      return answer === null ? [] : [{ queryKey, data: keep ? keep(answer as never) : answer }];
    }),
  );
  return { seedId: randomUUID(), answers: answers.flat() };
}
