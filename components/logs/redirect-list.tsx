import type { TraceSpan } from '@/lib/core/engine/trace-span';

/** The redirects of a request before its response, in order. */
export function RedirectList({ redirects }: { redirects: NonNullable<TraceSpan['redirects']> }) {
  return (
    <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line">
      {[...redirects.entries()].map(([index, { status, url, location, setCookie }]) => (
        <li key={index} className="flex flex-col gap-0.5 px-2.5 py-1.5 font-mono text-xs">
          <span className="wrap-anywhere">
            <span className="tabular text-faint">{status}</span> {url}
          </span>
          <span className="wrap-anywhere text-muted">→ {location}</span>
          {setCookie.map((line) => (
            <span key={line} className="wrap-anywhere text-faint">
              Set-Cookie: {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
