'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { Form, isRefusedAsAWhole } from '@/components/page/form';
import { LoadFailure } from '@/components/page/load-failure';
import { signInPath, workspacePath } from '@/components/page/paths';
import { signOutHere } from '@/components/page/sign-out';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError, client } from '@/lib/platform/http/client';
import { MIN_PASSWORD_LENGTH } from '@/lib/services/accounts/schema';
import { acceptInvitationEndpoint } from '@/lib/services/workspaces/endpoints';
import type { InvitationPreview } from '@/lib/services/workspaces/schema';
import { AuthCard } from './auth-card';
import { invitationQuery } from './invitation-query';
import { rememberWorkspace } from './last-workspace';
import { signInWithPassword } from './sign-in-with-password';
import { useSession } from './use-session';

/** `/invite/<token>`: a signed-in account joins the workspace; otherwise the page creates an account. */
export function InvitationForm({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token));
  const session = useSession();
  if (invitation.isPending || session.isPending) {
    return (
      <AuthCard title="Invitation">
        <SkeletonRows rows={3} />
      </AuthCard>
    );
  }
  if (invitation.isError) {
    const notFound = invitation.error instanceof ApiError && invitation.error.status === 404;
    return notFound ? (
      <AuthCard
        title="This invitation is not valid"
        description="It was used or revoked, or has expired. Ask for a new link."
        footer={
          <a
            className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
            href="/"
          >
            Go to the home page
          </a>
        }
      />
    ) : (
      <LoadFailure error={invitation.error} onRetry={() => invitation.refetch()} className="m-8" />
    );
  }
  const description = `${invitation.data.email} was invited as a ${invitation.data.role}.`;
  return (
    <AuthCard title={`Join ${invitation.data.workspaceName}`} description={description}>
      {session.me ? (
        <JoinSignedIn token={token} email={session.me.email} invited={invitation.data.email} />
      ) : (
        <JoinAnew token={token} invitation={invitation.data} />
      )}
    </AuthCard>
  );
}

function useAccept(token: string) {
  return useMutation({
    mutationFn: (body: { name?: string; password?: string }) =>
      client.call(acceptInvitationEndpoint, { params: { token }, body }),
    meta: { quiet: true },
  });
}

interface JoinSignedInProps {
  token: string;
  /** The email of the signed-in account. */
  email: string;
  invited: string;
}

function JoinSignedIn({ token, email, invited }: JoinSignedInProps) {
  const accept = useAccept(token);
  if (email !== invited)
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="warning">
          You are signed in as {email}. To join, sign out and open the link again.
        </Notice>
        <Button size="lg" onClick={() => void signOutHere()}>
          Sign out
        </Button>
      </div>
    );
  const enter = ({ workspaceId }: { workspaceId: string }) => {
    rememberWorkspace(workspaceId);
    window.location.assign(workspacePath(workspaceId));
  };
  return (
    <div className="flex flex-col gap-4">
      {accept.isError ? <Notice tone="danger">{errorWords(accept.error)}</Notice> : null}
      <Button
        variant="primary"
        size="lg"
        busy={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({}, { onSuccess: enter })}
      >
        Join as {email}
      </Button>
    </div>
  );
}

function JoinAnew({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const accept = useAccept(token);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = `${signInPath(`/invite/${token}`)}&email=${encodeURIComponent(invitation.email)}`;
  const signInButton = (
    <Button asChild variant="primary" size="lg" className="w-full">
      <a href={signIn}>Sign in to join</a>
    </Button>
  );
  if (invitation.hasAccount && !invitation.mayClaim) return signInButton;
  const submit = () =>
    accept.mutate(
      { name, password },
      {
        onSuccess: async ({ workspaceId, email }) => {
          rememberWorkspace(workspaceId);
          const refused = await signInWithPassword(email, password);
          window.location.assign(refused === null ? workspacePath(workspaceId) : signInPath());
        },
      },
    );
  return (
    <Form error={accept.error} notice={null} onSubmit={submit}>
      {invitation.mayClaim ? (
        <>
          {signInButton}
          <p className="text-muted text-sm">
            This address has an account that was never verified. If it isn’t yours, or you don’t know its
            password, set a new one: its sessions and API keys end then.
          </p>
        </>
      ) : null}
      {isRefusedAsAWhole(accept.error) ? <Notice tone="danger">{errorWords(accept.error)}</Notice> : null}
      <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
      <Field name="name" label="Your name">
        <Input
          autoComplete="name"
          autoFocus
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field name="password" label="Password" help={`At least ${MIN_PASSWORD_LENGTH} characters.`}>
        <PasswordInput
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={accept.isPending || accept.isSuccess}>
        {invitation.mayClaim ? 'Set password and join' : 'Create account and join'}
      </Button>
    </Form>
  );
}
