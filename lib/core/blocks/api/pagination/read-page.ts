import type { Step } from '../../../references/grammar';
import { parsePath, valueAt } from './body-path';

/** A received page: the parts that paths can refer to. */
export interface PageContent {
  body: unknown;
  headers: Readonly<Record<string, string | string[]>>;
}

const HEADERS = 'headers';

/**
 * Returns the value at a path of a page: of its body, or `headers.x-next-page` of its headers, unless
 * the body has headers of its own.
 */
export function pageValue({ body, headers }: PageContent, path: string): unknown {
  const found = valueAt(body, path);
  if (found !== undefined || !path.trim().startsWith(HEADERS)) return found;
  const [first, name, ...others] = parsePath(path.trim()) ?? ([] as readonly Step[]);
  if (first !== HEADERS || typeof name !== 'string' || others.length > 0) return undefined;
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
