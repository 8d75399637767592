'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { setupQuery } from '@/components/page/account-queries';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { signInPath, workspacePath } from '@/components/page/paths';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { ApiError, client } from '@/lib/platform/http/client';
import { MIN_PASSWORD_LENGTH } from '@/lib/services/accounts/schema';
import { createOwnerEndpoint } from '@/lib/services/setup/endpoints';
import { NewOwner } from '@/lib/services/setup/schema';
import { AuthCard } from './auth-card';
import { rememberWorkspace } from './last-workspace';
import { signInWithPassword } from './sign-in-with-password';

const EMPTY: NewOwner = { name: '', email: '', password: '', workspaceName: '' };

/** First visit: the owner's account and workspace. */
export function SetupForm() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const setup = useQuery(setupQuery());
  const form = useForm<NewOwner>({ resolver: zodResolver(NewOwner), defaultValues: EMPTY });
  const create = useMutation({
    mutationFn: (body: NewOwner) => client.call(createOwnerEndpoint, { body }),
    meta: { quiet: true },
    onSuccess: async ({ workspaceId }, { email, password }) => {
      await queryClient.invalidateQueries({ queryKey: setupQuery().queryKey });
      rememberWorkspace(workspaceId);
      const refused = await signInWithPassword(email, password);
      window.location.assign(refused === null ? workspacePath(workspaceId) : signInPath());
    },
  });
  const needsCode = setup.data?.needsSetupCode === true;
  const taken = setup.data?.needsOwner === false && create.isIdle;
  useEffect(() => {
    if (taken) router.replace('/');
  }, [taken, router]);
  const refusals = fieldErrors(create.error);
  const errorOf = (name: keyof NewOwner) => form.formState.errors[name]?.message ?? refusals[name];
  const conflict = create.error instanceof ApiError && create.error.status === 409;

  return (
    <AuthCard
      title="Welcome to Millrace"
      description="There are no accounts yet. You will be the owner and can invite others later."
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((body) => create.mutate(body))}
        className="flex flex-col gap-4"
      >
        {create.isError && Object.keys(refusals).length === 0 ? (
          <Notice tone="danger" action={conflict ? <a href={signInPath()}>Sign in</a> : null}>
            {errorWords(create.error)}
          </Notice>
        ) : null}
        {needsCode ? (
          <Field
            label="Set-up code"
            required
            help={
              'The server printed it on its terminal when it started. It proves that this installation is ' +
              'yours.'
            }
            error={errorOf('setupCode')}
          >
            <Input
              autoComplete="off"
              autoFocus
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              className="font-mono"
              {...form.register('setupCode')}
            />
          </Field>
        ) : null}
        <Field label="Your name" required error={errorOf('name')}>
          <Input autoComplete="name" autoFocus={!needsCode} {...form.register('name')} />
        </Field>
        <Field label="E-mail" required error={errorOf('email')}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          required
          help={`At least ${MIN_PASSWORD_LENGTH} characters. A sentence you can remember is best.`}
          error={errorOf('password')}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field
          label="Workspace name"
          required
          help="Your company or team. You can rename it."
          error={errorOf('workspaceName')}
        >
          <Input autoComplete="organization" placeholder="Acme" {...form.register('workspaceName')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={create.isPending || create.isSuccess}>
          {create.isIdle || create.isError ? 'Create account' : 'Creating your workspace…'}
        </Button>
      </form>
    </AuthCard>
  );
}
