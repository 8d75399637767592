import { Fragment } from 'react';
import { readUrl } from '@/lib/platform/read-url';

/** An address up to a blank; what ends a sentence or a bracket behind it is no part of it. */
const ADDRESS = /https?:\/\/[^\s<>"]+/g;
const BEHIND = new Set(".,;:!?)]}'’”»");

/** Text that a person typed; addresses in it are links that open beside the page. */
export function TextWithLinks({ text }: { text: string }) {
  let at = 0;
  const parts = [...text.matchAll(ADDRESS)].flatMap((found) => {
    const address = withoutEnd(found[0]);
    if (readUrl(address) === null) return [];
    const part = { before: text.slice(at, found.index), address, at: found.index };
    at = found.index + address.length;
    return [part];
  });
  return (
    <>
      {parts.map(({ before, address, at: place }) => (
        <Fragment key={place}>
          {before}
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
          >
            {address}
          </a>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  );
}

function withoutEnd(address: string): string {
  let end = address.length;
  while (BEHIND.has(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
}
