'use client';

import { List } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useRef, useState } from 'react';
import { Input } from '@/components/ui/input';
import { cn } from '../ui/class-names';
import { Link } from '../ui/link';

export interface GuideEntry {
  address: string;
  title: string;
  headings: ReadonlyArray<{ title: string; anchor: string }>;
}

export interface GuideEntries {
  title: string;
  pages: readonly GuideEntry[];
}

const LINK = 'flex min-h-7 items-center rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink';

/** Beside the text on wide screens; behind a button under the header on narrow ones. */
export function GuideNav({ sections }: { sections: readonly GuideEntries[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <>
      <nav
        aria-label="Guides"
        className={cn(
          'sticky top-12 h-[calc(100dvh-3rem)] w-72 shrink-0',
          'overflow-y-auto border-line border-r p-3 max-lg:hidden',
        )}
      >
        <GuideLinks sections={sections} />
      </nav>
      <details
        ref={menu}
        className={cn(
          'sticky top-12 z-10 border-line border-b bg-canvas',
          'open:max-h-[calc(100dvh-3rem)] open:overflow-y-auto lg:hidden',
        )}
      >
        <summary className="flex h-10 items-center gap-2 px-4 font-medium [&::-webkit-details-marker]:hidden">
          <List className="size-4 text-faint" aria-hidden />
          Contents
        </summary>
        <nav aria-label="Contents" className="px-3 pb-4">
          <GuideLinks sections={sections} onFollow={close} />
        </nav>
      </details>
    </>
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

function GuideLinks({ sections, onFollow }: { sections: readonly GuideEntries[]; onFollow?: () => void }) {
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
      <Link href="/docs" className={LINK} onClick={onFollow}>
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
                className={cn(LINK, page.address === here && 'bg-pressed text-ink')}
                onClick={onFollow}
              >
                {page.title}
              </Link>
              {page.headings.map((heading) => (
                <Link
                  key={heading.anchor}
                  href={`${page.address}#${heading.anchor}`}
                  className={cn(LINK, 'pl-5 text-xs')}
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
