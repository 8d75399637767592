'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorWords } from '../../page/error-words';
import { useOnline } from '../../page/use-online';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Keys } from '../../ui/kbd';
import { Textarea } from '../../ui/textarea';
import { shortId } from '../document/short-id';
import type { CommentDraft } from './comment-drafts';
import { MentionList } from './mention-list';
import { useMentions } from './use-mentions';

const MAX_CHARACTERS = 4_000;

export interface CommentFieldProps {
  label: string;
  placeholder: string;
  /** The label of the button that sends it. */
  verb: string;
  draft: CommentDraft;
  /** The field takes the focus when this is truthy, and again with each new value. */
  focusOn?: unknown;
  /** Called by Escape and by a button. */
  onCancel?: () => void;
  onSend: (text: string, requestKey: string) => Promise<unknown>;
  /** Called after the text was sent. */
  onSent?: () => void;
}

/** A multi-line text to send; if sending fails, it stays, with the reason. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, verb, draft, focusOn, onCancel, onSend, onSent } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  /** A retry of the same text uses the same request key, as the response to the first may have been lost. */
  const tried = useRef({ text: '', requestKey: '' });
  useEffect(() => {
    if (focusOn) field.current?.focus();
  }, [focusOn]);
  const mentions = useMentions(field, draft);
  const text = draft.text.trim();
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text === '' || isBusy) return;
    if (tried.current.text !== text) tried.current = { text, requestKey: shortId() };
    setBusy(true);
    setFailure(null);
    try {
      await onSend(text, tried.current.requestKey);
      tried.current = { text: '', requestKey: '' };
      draft.end();
      onSent?.();
    } catch (error) {
      setFailure(error);
      field.current?.focus();
    }
    setBusy(false);
  };
  const press = (event: KeyboardEvent) => {
    if (mentions.keyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send();
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.preventDefault();
      onCancel();
    }
  };
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-2">
      <div className="relative">
        <Textarea
          ref={field}
          {...mentions.fieldProps}
          aria-label={label}
          aria-invalid={failure !== null}
          aria-describedby={failure === null ? undefined : id}
          placeholder={placeholder}
          value={draft.text}
          maxLength={MAX_CHARACTERS}
          rows={2}
          onChange={(event) => {
            draft.change(event.target.value);
            mentions.moved(event.target.selectionStart, event.target.value);
          }}
          onSelect={(event) => mentions.moved(event.currentTarget.selectionStart)}
          onKeyDown={press}
          className="field-sizing-content max-h-64 min-h-16 resize-none"
        />
        {mentions.people.length === 0 ? null : (
          <MentionList
            id={mentions.listId}
            people={mentions.people}
            activeIndex={mentions.activeIndex}
            onChoose={mentions.choose}
          />
        )}
        <span role="status" className="sr-only">
          {mentions.people.length === 0 ? '' : `${countOf(mentions.people.length, 'member')} to mention`}
        </span>
      </div>
      {failure === null ? null : (
        <p id={id} role="alert" className="text-danger text-xs">
          {errorWords(failure)} What you wrote is kept here.
        </p>
      )}
      {isOnline || failure !== null || text === '' ? null : (
        <p role="status" className="text-muted text-xs">
          You are offline. What you write is kept in this browser until you can send it.
        </p>
      )}
      <div className={cn('flex items-center justify-end gap-2', text === '' && !onCancel && 'hidden')}>
        <span aria-hidden className="mr-auto text-faint text-xs max-md:hidden">
          <Keys combo="mod+enter" />
        </span>
        {onCancel === undefined ? null : (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit" busy={isBusy} disabled={text === ''}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
