'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { cn } from '../ui/class-names';
import { Link } from '../ui/link';
import { CONTENTS_LINK, DocsContents } from './docs-frame';
import { findGuides, type GuideEntries, guideWordsQuery } from './find-guides';

export function GuideNav({ sections }: { sections: readonly GuideEntries[] }) {
  return (
    <DocsContents
      label="Guides"
      links={(onFollow) => <GuideLinks sections={sections} onFollow={onFollow} />}
    />
  );
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
  const index = useQuery(guideWordsQuery(text !== ''));
  const shown = findGuides(sections, index.data ?? [], text);
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
