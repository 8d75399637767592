'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ChangeEvent, useEffect, useState } from 'react';
import { setupQuery } from '@/components/page/account-queries';
import { errorWords, fieldProblems } from '@/components/page/error-words';
import { Form, isRefusedAsAWhole } from '@/components/page/form';
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
  const [draft, setDraft] = useState(EMPTY);
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
  const checked = NewOwner.safeParse(needsCode ? { setupCode: '', ...draft } : draft);
  const text = (name: keyof NewOwner) => ({
    name,
    value: draft[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setDraft((now) => ({ ...now, [name]: target.value })),
  });
  const conflict = create.error instanceof ApiError && create.error.status === 409;

  return (
    <AuthCard
      title="Welcome to Millrace"
      description="There are no accounts yet. You will be the owner and can invite others later."
    >
      <Form
        noValidate
        error={create.error}
        problems={fieldProblems(checked)}
        notice={
          isRefusedAsAWhole(create.error) ? (
            <Notice tone="danger" action={conflict ? <a href={signInPath()}>Sign in</a> : null}>
              {errorWords(create.error)}
            </Notice>
          ) : null
        }
        onSubmit={() => (checked.success ? create.mutate(checked.data) : undefined)}
      >
        {needsCode ? (
          <Field
            name="setupCode"
            label="Set-up code"
            required
            help={
              'The server printed it on its terminal when it started. It proves that this installation is ' +
              'yours.'
            }
          >
            <Input
              autoComplete="off"
              autoFocus
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              className="font-mono"
              {...text('setupCode')}
            />
          </Field>
        ) : null}
        <Field name="name" label="Your name" required>
          <Input autoComplete="name" autoFocus={!needsCode} {...text('name')} />
        </Field>
        <Field name="email" label="E-mail" required>
          <Input type="email" autoComplete="username" {...text('email')} />
        </Field>
        <Field
          name="password"
          label="Password"
          required
          help={`At least ${MIN_PASSWORD_LENGTH} characters. A sentence you can remember is best.`}
        >
          <PasswordInput autoComplete="new-password" {...text('password')} />
        </Field>
        <Field
          name="workspaceName"
          label="Workspace name"
          required
          help="Your company or team. You can rename it."
        >
          <Input autoComplete="organization" placeholder="Acme" {...text('workspaceName')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={create.isPending || create.isSuccess}>
          {create.isIdle || create.isError ? 'Create account' : 'Creating your workspace…'}
        </Button>
      </Form>
    </AuthCard>
  );
}
