'use client';

import { ArrowUp, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useOnline } from '../page/use-online';
import { cn } from '../ui/class-names';
import { formatCount } from '../ui/format-quantity';
import { IconButton } from '../ui/icon-button';
import type { ChatController } from './chat-controller';
import { type ChatState, canSend } from './chat-state';
import type { ChatStorage } from './chat-storage';

const MAX_LINES = 8;
const MAX_CHARACTERS = 16_000;
/** The character count is shown from this length on. */
const SHOWN_FROM = 15_000;

interface ComposerProps {
  state: ChatState;
  controller: ChatController;
  draft: ChatStorage['draft'];
}

/** The input for messages. Its text survives a reload until it is sent. */
export function Composer({ state, controller, draft }: ComposerProps) {
  const [text, setText] = useState(() => draft.read() ?? '');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();
  const isAnswering = state.progress.kind === 'answering';
  const length = text.trim().length;
  const isTooLong = length > MAX_CHARACTERS;
  const isReady = isOnline && canSend(state) && length > 0 && !isTooLong;
  const write = (next: string) => {
    setText(next);
    draft.write(next === '' ? null : next);
  };
  const send = () => {
    if (!isReady) return;
    write('');
    void controller.send(text);
  };
  // Also restores the focus after a pressed button disappears, because writing is the next step.
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== null && activeElement !== document.body;
    if (isAnswering || !isElsewhere || form.current?.contains(activeElement))
      field.current?.focus({ preventScroll: true });
  }, [isAnswering]);
  // Restores the focus when an embedded frame is opened again.
  useEffect(() => {
    const focus = () => {
      if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
    };
    window.addEventListener('focus', focus);
    return () => window.removeEventListener('focus', focus);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const note = !isOnline
    ? 'You are offline. Your message can be sent once the connection is back.'
    : isTooLong
      ? `${formatCount(length)} of ${formatCount(MAX_CHARACTERS)} characters: shorten the message to send it.`
      : length > SHOWN_FROM
        ? `${formatCount(length)} of ${formatCount(MAX_CHARACTERS)} characters`
        : '';
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="mx-auto w-full max-w-3xl px-4 pt-1 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div
        className={cn(
          'flex items-end gap-2 rounded-xl border border-line-strong bg-surface p-2 pl-3 shadow-lift',
          'focus-within:border-focus focus-within:outline-1 focus-within:outline-focus',
        )}
      >
        <textarea
          ref={field}
          // Used by browsers that cannot fit the field to its text.
          rows={Math.min(text.split('\n').length, MAX_LINES)}
          aria-label="Message"
          aria-describedby="chat-note"
          placeholder="Write a message"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className={cn(
            'field-sizing-content max-h-50 min-h-8 flex-1 resize-none bg-transparent py-1',
            'text-base leading-6 outline-none max-sm:text-lg',
          )}
        />
        {isAnswering ? (
          <IconButton label="Stop" onClick={controller.stop} className="bg-hover">
            <Square aria-hidden className="size-3.5! fill-current" />
          </IconButton>
        ) : (
          <IconButton
            label="Send"
            type="submit"
            aria-disabled={!isReady}
            className={cn(
              'bg-accent-solid text-on-solid hover:not-disabled:bg-accent-solid-hover',
              'hover:not-disabled:text-on-solid aria-disabled:opacity-50',
            )}
          >
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </div>
      <p
        id="chat-note"
        role="status"
        className={cn('min-h-4 pt-1 text-xs', isTooLong || !isOnline ? 'text-warning' : 'text-muted')}
      >
        {note}
      </p>
    </form>
  );
}
