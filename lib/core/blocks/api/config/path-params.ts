/** Returns the range of the path in an authored URL: after the host, before `?` and `#`. */
function pathRange(url: string): [from: number, to: number] {
  const scheme = url.indexOf('://');
  const from = url.indexOf('/', scheme === -1 ? 0 : scheme + 3);
  const end = url.slice(Math.max(from, 0)).search(/[?#]/);
  return from === -1 ? [url.length, url.length] : [from, end === -1 ? url.length : from + end];
}

const SEGMENT = /(?<=\/)(?::([A-Za-z_][A-Za-z0-9_-]*)|\{([A-Za-z_][A-Za-z0-9_-]*)\})(?=\/|$)/g;

/** Returns the names of the `:name` and `{name}` segments of a URL's path, each once, in order. */
export function findPathParams(url: string): string[] {
  const [from, to] = pathRange(url);
  const names = Array.from(url.slice(from, to).matchAll(SEGMENT), (match) => match[1] ?? match[2] ?? '');
  return [...new Set(names)];
}

/** Replaces those segments by percent-encoded values; `missing` names the ones without a value. */
export function fillPathParams(
  url: string,
  values: ReadonlyArray<readonly [name: string, value: string]>,
): { url: string; missing: string[] } {
  const [from, to] = pathRange(url);
  const known = new Map(values);
  const missing: string[] = [];
  const path = url.slice(from, to).replace(SEGMENT, (segment, colon?: string, braces?: string) => {
    const name = colon ?? braces ?? '';
    const value = known.get(name);
    if (value === undefined) missing.push(name);
    return value ?? segment;
  });
  return { url: url.slice(0, from) + path + url.slice(to), missing };
}
