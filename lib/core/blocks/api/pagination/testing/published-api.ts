import type { ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../../../../../platform/outbound-http/testing/loopback-server';
import type { PageSettings } from '../../config/pagination';
import type { ApiOverrides } from '../../testing/run-api';

/** A published API that returns a list of five records, two a page. */
export interface PublishedApi {
  name: string;
  /** The way in which its list ends. */
  end: string;
  path?: string;
  config?: Omit<ApiOverrides, 'pagination' | 'url'>;
  pagination: Partial<PageSettings> & { kind: PageSettings['kind'] };
  requests: number;
  answer: (request: Asked) => unknown;
}

/** A received request, and the means to answer it. */
export interface Asked {
  query: (name: string) => string | null;
  body: () => Record<string, unknown>;
  /** The number of the request, from 0. */
  index: number;
  origin: string;
  header: ServerResponse['setHeader'];
  status: (code: number) => void;
}

export const RECORDS = [1, 2, 3, 4, 5].map((id) => ({ id }));
const PAGE_SIZE = 2;

export function askedOf(
  { url, body }: ReceivedRequest,
  { response, index, origin }: { response: ServerResponse; index: number; origin: string },
): Asked {
  const { searchParams } = new URL(url, 'http://x');
  return {
    query: (name) => searchParams.get(name),
    body: () => (body === '' ? {} : JSON.parse(body)),
    header: (name, value) => response.setHeader(name, value),
    status: (code) => {
      response.statusCode = code;
    },
    index,
    origin,
  };
}

export const from = (start: number) => RECORDS.slice(start, start + PAGE_SIZE);
export const hasMore = (start: number) => start + PAGE_SIZE < RECORDS.length;
const nextOf = (start: number) => start + PAGE_SIZE;
/** Cursors are opaque: `c2` continues after two records. */
export const cursorOf = (start: number) => (hasMore(start) ? `c${nextOf(start)}` : null);
export const startOf = (cursor: unknown) => (typeof cursor === 'string' ? Number(cursor.slice(1)) : 0);
export const after = (id: string | null) => RECORDS.slice(Number(id ?? 0), Number(id ?? 0) + PAGE_SIZE);
export const POST = { method: 'POST' } as const;
export const json = (value: unknown) =>
  ({ ...POST, body: { kind: 'json', value: JSON.stringify(value) } }) as const;
