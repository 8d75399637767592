import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers';
import type { Seed } from '@/components/page/seed';
import type { SeededAnswer } from '@/components/shell/seed-answers';
import { askApi } from '@/lib/platform/http/page-api';

export interface Wanted {
  queryKey: SeededAnswer['queryKey'];
  /** Of the API, with its search. */
  path: string;
  /** What the query keeps of the answer; all of it unless given. */
  keep?: (answer: never) => unknown;
}

/**
 * Of an answer that the page takes by itself, not through a query. As text, which the page reads as
 * the client reads an answer.
 */
export async function seedFor(path: string): Promise<Seed> {
  const asked = await headers();
  const json = isDocument(asked) ? await askApi(path, asked.get('cookie') ?? undefined) : null;
  return { seedId: randomUUID(), json: json ?? undefined };
}

const isDocument = (asked: Headers): boolean => asked.get('accept')?.includes('text/html') ?? false;

/**
 * Answers for the queries of a page that is loaded as a document. Going from page to page the browser asks by
 * itself, after what was being saved. What the API refuses is left out: the browser asks again, and shows
 * why.
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
