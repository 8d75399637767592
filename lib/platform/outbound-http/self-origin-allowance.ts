/** A private address that workflows may call nevertheless: a path that the product itself serves. */
export interface SelfOriginAllowance {
  /** The origin as `URL.origin` spells it, for example `http://127.0.0.1:3000`. */
  origin: string;
  /** Whole path segments: `/api/demo` covers `/api/demo` and `/api/demo/echo`, not `/api/demolish`. */
  pathPrefix: string;
}

/** `%2F`, `%5C` and `%2E` could be decoded by the server and lead out of the prefix. */
const SMUGGLED_SEPARATOR = /%(2f|5c|2e)|\\|\/\//i;

/** `url` must have been parsed, which resolves `..` in all notations that the URL standard knows. */
export function isAllowedSelfOrigin(url: URL, allowances: readonly SelfOriginAllowance[]): boolean {
  return allowances.some(({ origin, pathPrefix }) => {
    if (url.origin !== origin || SMUGGLED_SEPARATOR.test(url.pathname)) return false;
    const prefix = pathPrefix.endsWith('/') ? pathPrefix.slice(0, -1) : pathPrefix;
    return url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  });
}
