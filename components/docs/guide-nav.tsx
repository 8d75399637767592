'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { cn } from '../ui/class-names';
import { Link } from '../ui/link';
import { CONTENTS_LINK, DocsContents } from './docs-frame';

export interface GuideEntry {
  address: string;
  title: string;
  headings: ReadonlyArray<{ title: string; anchor: string }>;
}

export interface GuideEntries {
  title: string;
  pages: readonly GuideEntry[];
}

export function GuideNav({ sections }: { sections: readonly GuideEntries[] }) {
  return (
    <DocsContents
      label="Guides"
      links={(onFollow) => <GuideLinks sections={sections} onFollow={onFollow} />}
    />
  );
}

/** Pages whose title or headings hold each word, with the headings that do. */
function found(sections: readonly GuideEntries[], words: readonly string[]): GuideEntries[] {
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return sections
    .map(({ title, pages }) => ({
      title,
      pages: pages
        .map((page) => ({
          ...page,
          headings: words.length === 0 ? [] : page.headings.filter((one) => holds(one.title)),
        }))
        .filter((page) => page.headings.length > 0 || holds(page.title)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

function GuideLinks({
  sections,
  onFollow,
}: {
  sections: readonly GuideEntries[];
  onFollow?: (() => void) | undefined;
}) {
  const [text, setText] = useState('');
  const here = usePathname();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = found(sections, words);
  return (
    <>
      <Input
        type="search"
        aria-label="Search the guides"
        placeholder="Search the guides"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-3"
      />
      <Link href="/docs" className={CONTENTS_LINK} onClick={onFollow}>
        API reference
      </Link>
      {shown.map(({ title, pages }) => (
        <div key={title} className="mt-4">
          <p className="px-2 pb-1 font-medium text-faint text-xs">{title}</p>
          {pages.map((page) => (
            <div key={page.address}>
              <Link
                href={page.address}
                aria-current={page.address === here ? 'page' : undefined}
                className={cn(CONTENTS_LINK, page.address === here && 'bg-pressed text-ink')}
                onClick={onFollow}
              >
                {page.title}
              </Link>
              {page.headings.map((heading) => (
                <Link
                  key={heading.anchor}
                  href={`${page.address}#${heading.anchor}`}
                  className={cn(CONTENTS_LINK, 'pl-5 text-xs')}
                  onClick={onFollow}
                >
                  {heading.title}
                </Link>
              ))}
            </div>
          ))}
        </div>
      ))}
      {shown.length === 0 ? <p className="mt-4 px-2 text-muted">No results</p> : null}
    </>
  );
}
