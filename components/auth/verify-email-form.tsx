'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '@/components/page/account-queries';
import { errorWords } from '@/components/page/error-words';
import { signInPath } from '@/components/page/paths';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import { verifyEmailEndpoint } from '@/lib/services/accounts/endpoints';
import { AuthCard } from './auth-card';
import { useSession } from './use-session';

/** `/verify-email/<token>`: needs the link and the account, so that no other account gets the address. */
export function VerifyEmailForm({ token }: { token: string }) {
  const { me, isPending } = useSession();
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: () => client.call(verifyEmailEndpoint, { body: { token } }),
    onSuccess: (now) => queryClient.setQueryData(meQuery().queryKey, now),
    meta: { quiet: true },
  });
  if (isPending)
    return (
      <AuthCard title="Verify your e-mail address">
        <SkeletonRows rows={2} />
      </AuthCard>
    );
  if (me === undefined)
    return (
      <AuthCard
        title="Verify your e-mail address"
        description="Sign in to the account that asked for this link. If you have none, do nothing."
      >
        <Button asChild variant="primary" size="lg" className="w-full">
          <a href={signInPath(`/verify-email/${token}`)}>Sign in</a>
        </Button>
      </AuthCard>
    );
  if (verify.isSuccess)
    return (
      <AuthCard title="E-mail address verified" description={`${verify.data.email} is verified.`}>
        <Button asChild variant="primary" size="lg" className="w-full">
          <a href="/">Go to the home page</a>
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title="Verify your e-mail address" description={`You are signed in as ${me.email}.`}>
      <div className="flex flex-col gap-4">
        {verify.isError ? <Notice tone="danger">{errorWords(verify.error)}</Notice> : null}
        <Button variant="primary" size="lg" busy={verify.isPending} onClick={() => verify.mutate()}>
          Verify {me.email}
        </Button>
      </div>
    </AuthCard>
  );
}
