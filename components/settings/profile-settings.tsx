'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { meQuery } from '@/components/page/account-queries';
import { errorWords } from '@/components/page/error-words';
import { Form } from '@/components/page/form';
import { signOutHere } from '@/components/page/sign-out';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { ThemeToggle } from '@/components/ui/theme-toggle';
import { client } from '@/lib/platform/http/client';
import {
  changePasswordEndpoint,
  signOutEverywhereEndpoint,
  updateMeEndpoint,
} from '@/lib/services/accounts/endpoints';
import { MIN_PASSWORD_LENGTH } from '@/lib/services/accounts/schema';
import { SettingsCard, SettingsSection } from './settings-section';
import { VerifyEmail } from './verify-email';

export function ProfileSettings() {
  const { me } = useWorkspace();
  return (
    <>
      <SettingsSection title="Profile">
        <SettingsCard>
          <NameForm key={me.name} />
          <p className="mt-4 text-faint text-xs">E-mail</p>
          <p className="flex flex-wrap items-center gap-2">
            {me.email}
            {me.emailVerified ? null : <Badge tone="warning">Unverified</Badge>}
          </p>
          {me.emailVerified ? null : <VerifyEmail />}
        </SettingsCard>
      </SettingsSection>
      <SettingsSection title={me.hasPassword ? 'Password' : 'Set a password'}>
        <SettingsCard>
          <PasswordForm />
        </SettingsCard>
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        description="If you lost a device, or signed in on one that isn’t yours. API keys keep working."
      >
        <SignOutEverywhere />
      </SettingsSection>
      <SettingsSection title="Appearance" description="In this browser.">
        <ThemeToggle />
      </SettingsSection>
    </>
  );
}

function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => client.call(signOutEverywhereEndpoint, {}),
    onSuccess: () => signOutHere(),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        danger
        busy={end.isPending || end.isSuccess}
        onConfirm={() => end.mutate()}
      >
        Every browser in which you are signed in, this one too, has to sign in again.
      </ConfirmDialog>
    </>
  );
}

function NameForm() {
  const { me } = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState(me.name);
  const save = useMutation({
    mutationFn: () => client.call(updateMeEndpoint, { body: { name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
      toast.success('Name saved');
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label="Name" className="flex-1" error={save.isError ? errorWords(save.error) : undefined}>
        <Input
          autoComplete="name"
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={save.isPending} disabled={name.trim() === '' || name.trim() === me.name}>
        Save
      </Button>
    </form>
  );
}

function PasswordForm() {
  const { me } = useWorkspace();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      client.call(changePasswordEndpoint, {
        body: { newPassword: next, ...(me.hasPassword ? { currentPassword: current } : {}) },
      }),
    onSuccess: async () => {
      setCurrent('');
      setNext('');
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
      toast.success('Password changed', { description: 'Every other session is signed out.' });
    },
    meta: { quiet: true },
  });
  return (
    <Form error={change.error} onSubmit={() => change.mutate()}>
      <input type="hidden" autoComplete="username" value={me.email} readOnly />
      {me.hasPassword ? (
        <Field name="currentPassword" label="Current password">
          <PasswordInput
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      ) : null}
      <Field
        name="newPassword"
        label="New password"
        help={`At least ${MIN_PASSWORD_LENGTH} characters. Every other session is signed out.`}
      >
        <PasswordInput
          required
          minLength={MIN_PASSWORD_LENGTH}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <Button type="submit" className="self-start" busy={change.isPending}>
        {me.hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </Form>
  );
}
