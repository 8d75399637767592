'use client';

import { ArrowDown, RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Chat } from '@/lib/services/chat/schema';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { Notice } from '../ui/notice';
import type { ChatController } from './chat-controller';
import type { ChatState, Progress, Turn } from './chat-state';
import { Markdown } from './markdown';
import { useStickToEnd } from './use-stick-to-end';

interface TranscriptProps {
  chat: Chat;
  state: ChatState;
  controller: ChatController;
}

/** The conversation: welcome and suggestions, the messages, and the state of the last one. */
export function Transcript({ chat, state, controller }: TranscriptProps) {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd } = useStickToEnd(scroller, content);
  const { turns, progress } = state;
  const questions = turns.filter(({ role }) => role === 'user').length;
  // The sender of a message wants to see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message of the person
  useEffect(toEnd, [toEnd, questions]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 py-6">
          {chat.welcome === '' ? null : <Markdown text={chat.welcome} />}
          {turns.length === 0 ? <Suggestions chat={chat} onChoose={controller.send} /> : null}
          <ol className="flex flex-col gap-5" aria-label="Messages">
            {turns.map((turn, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
              <Message key={place} {...turn} />
            ))}
            <Arriving progress={progress} />
          </ol>
          <Outcome progress={progress} controller={controller} />
        </div>
      </section>
      {isAtEnd ? null : (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden />
          Jump to latest
        </Button>
      )}
    </div>
  );
}

function Suggestions({ chat, onChoose }: { chat: Chat; onChoose: (message: string) => void }) {
  const suggestions = chat.suggestions.filter((text) => text.trim() !== '');
  if (suggestions.length === 0)
    return chat.welcome === '' ? <p className="text-muted text-sm">Write a message to begin.</p> : null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Suggestions">
      {suggestions.map((text) => (
        <li key={text} className="max-w-full">
          <Button
            className="wrap-anywhere h-auto min-h-8 max-w-full whitespace-normal rounded-xl py-1.5 text-left"
            onClick={() => onChoose(text)}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Message({ role, content }: Turn) {
  return role === 'user' ? (
    <li className="flex justify-end">
      <div
        className={cn(
          'wrap-anywhere max-w-[85%] whitespace-pre-wrap rounded-xl bg-accent-soft px-3 py-2 text-base',
        )}
      >
        <span className="sr-only">You: </span>
        {content}
      </div>
    </li>
  ) : (
    <li>
      <span className="sr-only">Answer: </span>
      <Markdown text={content} />
    </li>
  );
}

/** The part of the answer that has arrived. */
function Arriving({ progress }: { progress: Progress }) {
  if (progress.kind !== 'answering' && progress.kind !== 'following') return null;
  if (progress.text !== '')
    return (
      <li aria-busy>
        <Markdown text={progress.text} />
      </li>
    );
  return (
    <li aria-busy className="flex h-6 items-center gap-1">
      <span className="sr-only">The answer is being written.</span>
      {['a', 'b', 'c'].map((dot) => (
        <span key={dot} aria-hidden className="size-1.5 animate-breathe rounded-full bg-faint" />
      ))}
    </li>
  );
}

const FOLLOWING = {
  stopped: 'Stopped reading. The run continues: its answer appears here when it is complete.',
  lost: 'The answer appears here when it is complete.',
};

function Outcome({ progress, controller }: { progress: Progress; controller: ChatController }) {
  if (progress.kind === 'failed')
    return (
      <Notice
        tone="danger"
        action={
          <Button size="sm" onClick={controller.retry}>
            <RotateCw aria-hidden />
            Retry
          </Button>
        }
      >
        {progress.words}
      </Notice>
    );
  if (progress.kind === 'parked')
    return (
      <Notice>
        This takes longer than a chat waits. The run continues, but its answer is not shown here.
      </Notice>
    );
  if (progress.kind !== 'following') return null;
  return (
    <Notice
      action={
        <Button size="sm" onClick={controller.stopFollowing}>
          Stop waiting
        </Button>
      }
    >
      {FOLLOWING[progress.why]}
    </Notice>
  );
}
