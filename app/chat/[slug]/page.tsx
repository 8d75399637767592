import type { Metadata, Viewport } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { ChatPage } from '@/components/chat/chat-page';
import { askApi } from '@/lib/platform/http/page-api';
import type { Chat } from '@/lib/services/chat/schema';

interface PageProps {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const SLUG = /^[\w-]{1,200}$/;

const readChat = cache(async (slug: string): Promise<Chat | undefined> => {
  if (!SLUG.test(slug)) return undefined;
  const json = await askApi(`/api/v1/chat/${encodeURIComponent(slug)}`, undefined);
  return json === null ? undefined : (JSON.parse(json) as { data: Chat }).data;
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const chat = await readChat((await params).slug);
  // Nothing here may leak the address, because it may be the only thing that keeps a chat private.
  return {
    title: chat?.title || 'Chat',
    description: null,
    referrer: 'same-origin',
    robots: { index: false },
  };
}

/** A phone's keyboard shrinks the page, so that the message field stays visible. */
export const viewport: Viewport = { viewportFit: 'cover', interactiveWidget: 'resizes-content' };

export default async function ChatOfLink({ params, searchParams }: PageProps) {
  const { slug } = await params;
  if (!SLUG.test(slug)) notFound();
  const { embed } = await searchParams;
  return <ChatPage slug={slug} initial={await readChat(slug)} isEmbedded={embed === '1'} />;
}
