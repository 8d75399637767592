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

/** Of an answer that the page takes by itself, not through a query. */
export async function seedFor<Answer>(path: string): Promise<Seed<Answer>> {
  const asked = await headers();
  const answer = isDocument(asked) ? await askApi(path, asked.get('cookie') ?? undefined) : null;
  return { seedId: randomUUID(), value: (answer as Answer | null) ?? undefined };
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
  const underWay = new Map<string, Promise<unknown>>();
  const ask = (path: string): Promise<unknown> => {
    const answer = underWay.get(path) ?? askApi(path, asked.get('cookie') ?? undefined);
    underWay.set(path, answer);
    return answer;
  };
  const answers = await Promise.all(
    (isDocument(asked) ? wanted : []).map(async ({ queryKey, path, keep }) => {
      const answer = await ask(path);
      return answer === null ? [] : [{ queryKey, data: keep ? keep(answer as never) : answer }];
    }),
  );
  return { seedId: randomUUID(), answers: answers.flat() };
}
