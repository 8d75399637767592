import { Link } from '../ui/link';
import { DocsFrame } from './docs-frame';
import type { GuideHeading } from './guide-headings';
import { GuideNav } from './guide-nav';
import { GuideText } from './guide-text';
import type { GuideEntries, GuideEntry } from './search-guides';

export interface GuidePageProps {
  /** The page's path below `/docs`. */
  path: string;
  text: string;
  headings: readonly GuideHeading[];
  sections: readonly GuideEntries[];
  previous: GuideEntry | null;
  next: GuideEntry | null;
}

/** A page of the guides beside the table of contents. */
export function GuidePage({ path, text, headings, sections, previous, next }: GuidePageProps) {
  return (
    <DocsFrame title="Guides" contents={<GuideNav sections={sections} />}>
      <main className="min-w-0 flex-1 px-4 pt-8 pb-24 md:px-10">
        <article className="wrap-anywhere flex max-w-3xl flex-col gap-3 leading-6">
          <GuideText page={path} text={text} />
        </article>
        <nav aria-label="Previous and next page" className="mt-12 flex max-w-3xl justify-between gap-4">
          {previous ? <Step label="Previous" page={previous} /> : <span />}
          {next ? <Step label="Next" page={next} /> : null}
        </nav>
      </main>
      {headings.length > 1 ? (
        <nav aria-label="On this page" className="sticky top-12 w-56 shrink-0 self-start p-4 max-xl:hidden">
          <p className="pb-1 font-medium text-faint text-xs">On this page</p>
          {headings.map(({ anchor, title }) => (
            <a key={anchor} href={`#${anchor}`} className="block py-1 text-muted text-xs hover:text-ink">
              {title}
            </a>
          ))}
        </nav>
      ) : null}
    </DocsFrame>
  );
}

function Step({ label, page }: { label: string; page: GuideEntry }) {
  return (
    <Link href={page.address} className="rounded-lg border border-line px-4 py-2 hover:bg-hover">
      <span className="block text-faint text-xs">{label}</span>
      {page.title}
    </Link>
  );
}
