'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { setupQuery } from '@/components/page/account-queries';
import { errorWords } from '@/components/page/error-words';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { safePathOf } from '@/lib/services/accounts/safe-path';
import { cn } from '../ui/class-names';
import { AuthCard } from './auth-card';
import { ProviderButtons } from './provider-buttons';
import { signInErrorWords, signInWithPassword } from './sign-in-with-password';

export function SignInForm() {
  const search = useSearchParams();
  const router = useRouter();
  const setup = useQuery(setupQuery());
  const next = safePathOf(search.get('next') ?? search.get('callbackUrl'));
  const [email, setEmail] = useState(search.get('email') ?? '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(signInErrorWords(search.get('error')));
  useEffect(() => {
    if (setup.data?.needsOwner) router.replace('/setup');
  }, [setup.data, router]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const words = await signInWithPassword(email.trim(), password).catch(errorWords);
    setError(words);
    // A full page load, so that no data of the previous user stays in memory.
    if (words === null) window.location.assign(next);
    else setBusy(false);
  };

  return (
    <AuthCard title="Sign in to Millrace" footer={<SignInFooter />}>
      <div className="flex flex-col gap-4">
        {error ? <Notice tone="danger">{error}</Notice> : null}
        <ProviderButtons providers={setup.data?.providers ?? []} next={next} />
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label="E-mail">
            <Input
              type="email"
              autoComplete="username"
              autoFocus={email === ''}
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field label="Password">
            <PasswordInput
              autoComplete="current-password"
              autoFocus={email !== ''}
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {busy ? 'Signing in…' : 'Sign in'}
          </Button>
        </form>
      </div>
    </AuthCard>
  );
}

/** The installation sends no mail: links to choose a new password come from its operator. */
function SignInFooter() {
  return (
    <div className="flex flex-col gap-3">
      <details className="group">
        <summary
          className={cn(
            'inline-block cursor-pointer rounded-sm text-accent underline',
            'decoration-accent/40 underline-offset-2 hover:decoration-current',
          )}
        >
          Forgot your password?
        </summary>
        <p className="mt-2">
          Ask whoever runs this Millrace installation for a link to choose a new one. On the server, this
          prints the link:
        </p>
        <div className="mt-2">
          <CodeBlock
            wrap
            label="the command"
            code="npm run -s cli -- reset-password --email you@example.com"
          />
        </div>
      </details>
      <p>No account? Ask an admin of your workspace for an invitation link.</p>
    </div>
  );
}
