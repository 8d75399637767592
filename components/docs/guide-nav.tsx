'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { cn } from '../ui/class-names';
import { Link } from '../ui/link';
import { CONTENTS_LINK, DocsContents } from './docs-frame';
import { GuideResults, useGuideSearch } from './guide-results';
import type { GuideEntries } from './search-guides';

export function GuideNav({ sections }: { sections: readonly GuideEntries[] }) {
  return (
    <DocsContents
      label="Guides"
      links={(onFollow) => <GuideLinks sections={sections} onFollow={onFollow} />}
    />
  );
}

function GuideLinks(props: { sections: readonly GuideEntries[]; onFollow?: (() => void) | undefined }) {
  const [text, setText] = useState('');
  const router = useRouter();
  const search = useGuideSearch(text.trim());
  const openFirst = () => {
    const [first] = search.found;
    if (!first) return;
    router.push(first.id);
    props.onFollow?.();
  };
  return (
    <>
      <Input
        type="search"
        aria-label="Search the guides"
        placeholder="Search the guides"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openFirst();
        }}
        className="mb-3"
      />
      {text.trim() === '' ? <AllGuides {...props} /> : <GuideResults search={search} {...props} />}
    </>
  );
}

function AllGuides(props: { sections: readonly GuideEntries[]; onFollow?: (() => void) | undefined }) {
  const here = usePathname();
  return (
    <>
      <Link href="/docs" className={CONTENTS_LINK} onClick={props.onFollow}>
        API reference
      </Link>
      {props.sections.map(({ title, pages }) => (
        <div key={title} className="mt-4">
          <p className="px-2 pb-1 font-medium text-faint text-xs">{title}</p>
          {pages.map((page) => (
            <Link
              key={page.address}
              href={page.address}
              aria-current={page.address === here ? 'page' : undefined}
              className={cn(CONTENTS_LINK, page.address === here && 'bg-pressed text-ink')}
              onClick={props.onFollow}
            >
              {page.title}
            </Link>
          ))}
        </div>
      ))}
    </>
  );
}
