import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuidePage } from '@/components/docs/guide-page';
import { type GuideFile, guidePages, guideSections } from '../guide-files';

interface Props {
  params: Promise<{ page: string[] }>;
}

const entryOf = ({ path, title }: GuideFile) => ({ address: `/docs/${path}`, title });
const sections = guideSections.map(({ title, pages }) => ({ title, pages: pages.map(entryOf) }));

async function placeOf({ params }: Props): Promise<number> {
  const path = (await params).page.join('/');
  const place = guidePages.findIndex((page) => page.path === path);
  if (place === -1) notFound();
  return place;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: guidePages[await placeOf(props)]!.title };
}

export default async function GuideRoute(props: Props) {
  const place = await placeOf(props);
  const page = guidePages[place]!;
  const [previous, next] = [guidePages[place - 1], guidePages[place + 1]];
  return (
    <GuidePage
      path={page.path}
      text={page.text}
      headings={page.headings}
      sections={sections}
      previous={previous ? entryOf(previous) : null}
      next={next ? entryOf(next) : null}
    />
  );
}
