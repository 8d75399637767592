'use client';

import { MessageCirclePlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { client } from '@/lib/platform/http/client';
import type { Chat } from '@/lib/services/chat/schema';
import { LoadFailure } from '../page/load-failure';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { SkeletonRows } from '../ui/skeleton';
import { createChatController } from './chat-controller';
import { ChatGate } from './chat-gate';
import { chatStorage } from './chat-storage';
import { Composer } from './composer';
import { closeFrame, useFrameKeys } from './frame';
import { Transcript } from './transcript';

interface ChatRoomProps {
  slug: string;
  chat: Chat;
  isEmbedded: boolean;
}

export function ChatRoom({ slug, chat, isEmbedded }: ChatRoomProps) {
  const { access } = chat;
  const [storage] = useState(() => chatStorage(slug));
  const [controller] = useState(() => createChatController({ slug, client, storage, access }));
  const state = useStore(controller.store);
  useFrameKeys(isEmbedded);
  useEffect(() => {
    void controller.open();
    return controller.close;
  }, [controller]);
  const isIn = state.access.kind === 'granted';
  const title = chat.title || 'Chat';
  return (
    <div className="flex h-dvh flex-col">
      <header className="border-line border-b bg-surface pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex h-13 w-full max-w-3xl items-center gap-2 px-4">
          <h1 className="min-w-0 flex-1 truncate font-semibold text-lg">{title}</h1>
          {isIn && state.turns.length > 0 ? (
            <Button size="sm" variant="ghost" onClick={controller.startNew}>
              <MessageCirclePlus aria-hidden />
              New conversation
            </Button>
          ) : null}
          {isEmbedded ? (
            <IconButton label="Close chat" onClick={closeFrame}>
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">
        {state.access.kind === 'unknown' ? (
          <div className="mx-auto w-full max-w-3xl flex-1 p-4">
            <SkeletonRows rows={3} />
          </div>
        ) : state.access.kind === 'failed' ? (
          <div className="mx-auto w-full max-w-3xl p-4">
            <LoadFailure error={state.access.error} onRetry={controller.open} />
          </div>
        ) : state.access.kind === 'denied' ? (
          <ChatGate
            slug={slug}
            asks={state.access.asks}
            words={state.access.words}
            isEmbedded={isEmbedded}
            onEnter={controller.enter}
          />
        ) : (
          <>
            <Transcript chat={chat} state={state} controller={controller} />
            <Composer state={state} controller={controller} draft={storage.draft} />
          </>
        )}
        <p role="status" className="sr-only">
          {state.announced}
        </p>
      </main>
    </div>
  );
}
