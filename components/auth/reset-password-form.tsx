'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/page/form';
import { LoadFailure } from '@/components/page/load-failure';
import { signInPath } from '@/components/page/paths';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError, client } from '@/lib/platform/http/client';
import { getPasswordResetEndpoint, resetPasswordEndpoint } from '@/lib/services/accounts/endpoints';
import { MIN_PASSWORD_LENGTH } from '@/lib/services/accounts/schema';
import { AuthCard } from './auth-card';
import { signInWithPassword } from './sign-in-with-password';

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** `/reset-password/<token>`: the link that the operator's command prints. */
export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => client.call(getPasswordResetEndpoint, { params: { token } }, { signal }),
    // After the link was used, another request would report it as invalid.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (reset.isPending)
    return (
      <AuthCard title="Choose a new password">
        <SkeletonRows rows={2} />
      </AuthCard>
    );
  if (reset.isError && !isNotFound(reset.error))
    return <LoadFailure error={reset.error} onRetry={() => reset.refetch()} className="m-8" />;
  if (reset.isError) return <LinkExpired />;
  return <NewPassword token={token} email={reset.data.email} />;
}

function LinkExpired() {
  return (
    <AuthCard
      title="This link is not valid"
      description={
        'It was used, replaced by a newer one, or is over an hour old. Ask whoever gave it to you for a ' +
        'new link.'
      }
      footer={
        <a
          className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
          href={signInPath()}
        >
          Go to sign-in
        </a>
      }
    />
  );
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const choose = useMutation({
    mutationFn: () => client.call(resetPasswordEndpoint, { params: { token }, body: { password } }),
    meta: { quiet: true },
    onSuccess: async () => {
      const refused = await signInWithPassword(email, password);
      window.location.assign(refused === null ? '/' : signInPath());
    },
  });
  if (isNotFound(choose.error)) return <LinkExpired />;
  return (
    <AuthCard title="Choose a new password" description={`For ${email}. Every session of the account ends.`}>
      <Form error={choose.error} onSubmit={() => choose.mutate()}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field
          name="password"
          label="New password"
          help={`At least ${MIN_PASSWORD_LENGTH} characters. A sentence you can remember is best.`}
        >
          <PasswordInput
            autoComplete="new-password"
            autoFocus
            required
            minLength={MIN_PASSWORD_LENGTH}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={choose.isPending || choose.isSuccess}>
          Set password and sign in
        </Button>
      </Form>
    </AuthCard>
  );
}
