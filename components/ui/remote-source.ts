import { parseExact } from '@/lib/platform/text/exact-number';

/** A value that is too large for the page's own thread, and where a worker fetches it. */
export interface RemoteSource {
  /** An address of this server. */
  url: string;
  /** Where in the JSON that it answers with the value stands; null: the answer is a text. */
  path: readonly string[] | null;
}

/** For workers. @throws Error in words for people */
export async function loadRemote({ url, path }: RemoteSource): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  const text = await response.text();
  if (path === null) return text;
  return path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), parseExact(text));
}
