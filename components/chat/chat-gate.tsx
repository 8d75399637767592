'use client';

import { type FormEvent, useState } from 'react';
import { signInPath } from '../page/paths';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { PasswordInput } from '../ui/password-input';

interface ChatGateProps {
  slug: string;
  asks: 'password' | 'members';
  /** The server's response to the last attempt. */
  words: string | null;
  isEmbedded: boolean;
  onEnter: (password: string) => Promise<void>;
}

/** Replaces the conversation until this person may see it. */
export function ChatGate({ slug, asks, words, isEmbedded, onEnter }: ChatGateProps) {
  return (
    <div className="mx-auto w-full max-w-90 px-4 pt-[12vh]">
      {asks === 'password' ? (
        <PasswordForm words={words} onEnter={onEnter} />
      ) : (
        <MembersOnly slug={slug} isEmbedded={isEmbedded} />
      )}
    </div>
  );
}

function PasswordForm({ words, onEnter }: Pick<ChatGateProps, 'words' | 'onEnter'>) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return;
    setBusy(true);
    await onEnter(password);
    setBusy(false);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Password" help="This chat is protected by a password." error={words ?? undefined}>
        <PasswordInput
          autoComplete="off"
          autoFocus
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        {isBusy ? 'Checking…' : 'Continue'}
      </Button>
    </form>
  );
}

function MembersOnly({ slug, isEmbedded }: Pick<ChatGateProps, 'slug' | 'isEmbedded'>) {
  const path = `/chat/${encodeURIComponent(slug)}`;
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold text-lg">For members only</h2>
      <p className="text-muted text-sm">
        {isEmbedded
          ? 'Members of the workspace can use this chat. Open it in a tab of its own to sign in.'
          : 'Members of the workspace can use this chat. Sign in with the account of a member.'}
      </p>
      <Button asChild variant="primary" size="lg">
        {isEmbedded ? (
          <a href={path} target="_blank" rel="noopener">
            Open the chat
          </a>
        ) : (
          <a href={signInPath(path)}>Sign in</a>
        )}
      </Button>
    </div>
  );
}
