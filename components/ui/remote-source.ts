import { parseExact } from '@/lib/platform/text/exact-number';

/** A value too large for the main thread, with the address from which a worker fetches it. */
export interface RemoteSource {
  /** An address of this server. */
  url: string;
  /** The path of the value in the JSON response; null if the response is a text. */
  path: readonly string[] | null;
}

/** Loads the value, in a worker. @throws Error with a message for people */
export async function loadRemote({ url, path }: RemoteSource): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server returned status ${response.status}.`);
  const text = await response.text();
  if (path === null) return text;
  return path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), parseExact(text));
}
