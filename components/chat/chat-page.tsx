'use client';

import { useQuery } from '@tanstack/react-query';
import { MessageCircleOff } from 'lucide-react';
import { ApiError, client } from '@/lib/platform/http/client';
import { getChatEndpoint } from '@/lib/services/chat/endpoints';
import type { Chat } from '@/lib/services/chat/schema';
import { LoadFailure } from '../page/load-failure';
import { EmptyState } from '../ui/empty-state';
import { SkeletonRows } from '../ui/skeleton';
import { ChatRoom } from './chat-room';

export interface ChatPageProps {
  slug: string;
  initial: Chat | undefined;
  /** In a frame on another site's page. */
  isEmbedded: boolean;
}

/** `/chat/<slug>`: the public page of a workflow's chat. */
export function ChatPage({ slug, initial, isEmbedded }: ChatPageProps) {
  const chat = useQuery({
    queryKey: ['chat', slug],
    queryFn: async ({ signal }) =>
      (await client.call(getChatEndpoint, { params: { slug } }, { signal })).data,
    ...(initial && { initialData: initial }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (chat.isSuccess) return <ChatRoom slug={slug} chat={chat.data} isEmbedded={isEmbedded} />;
  const isUnknown = chat.error instanceof ApiError && chat.error.status === 404;
  return (
    <main className="mx-auto w-full max-w-3xl p-4">
      {chat.isPending ? (
        <>
          <h1 className="sr-only">Chat</h1>
          <SkeletonRows rows={4} />
        </>
      ) : isUnknown ? (
        <EmptyState
          level={1}
          icon={MessageCircleOff}
          title="There is no chat at this address"
          className="pt-[12vh]"
        >
          The address may be incomplete, or the chat is not published any more. Ask for a new link.
        </EmptyState>
      ) : (
        <>
          <h1 className="sr-only">Chat</h1>
          <LoadFailure error={chat.error} onRetry={() => chat.refetch()} />
        </>
      )}
    </main>
  );
}
