'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { setupQuery } from '@/components/page/account-queries';
import { errorWords } from '@/components/page/error-words';
import { signInPath } from '@/components/page/paths';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { useSessionEnd } from './session-end';
import { signInWithPassword } from './sign-in-with-password';

const leaveToSignIn = () => window.location.assign(signInPath(location.pathname + location.search));

/** The dialog over a page whose session ended: the same person signs in, and the pending work continues. */
export function SignInAgain({ email, userId }: { email: string; userId: string }) {
  const { isOver, restored } = useSessionEnd(userId, leaveToSignIn);
  return isOver ? <SignInDialog email={email} onSignedIn={restored} /> : null;
}

function SignInDialog({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const setup = useQuery(setupQuery());
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const words = await signInWithPassword(email, password).catch(errorWords);
    setBusy(false);
    setError(words);
    if (words === null) onSignedIn();
  };
  return (
    <Dialog
      open
      persistent
      onOpenChange={() => {}}
      title="Your session has ended"
      description="Sign in again to continue. Everything on this page stays as it is."
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={leaveToSignIn}>
            Use another account
          </Button>
          <Button variant="primary" type="submit" form="sign-in-again" busy={busy}>
            Sign in
          </Button>
        </>
      }
    >
      <form id="sign-in-again" onSubmit={submit} className="flex flex-col gap-4">
        {error ? <Notice tone="danger">{error}</Notice> : null}
        <Field label="E-mail">
          <Input type="email" autoComplete="username" readOnly value={email} className="text-muted" />
        </Field>
        <Field label="Password">
          <PasswordInput
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {(setup.data?.providers.length ?? 0) > 0 ? (
          <p className="text-muted text-xs">
            No password?{' '}
            <a href={signInPath()} target="_blank" rel="noreferrer" className="text-accent underline">
              Sign in in a new tab
            </a>
            , then come back.
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
