'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { errorWords } from '@/components/page/error-words';
import { LoadFailure } from '@/components/page/load-failure';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ApiError, client } from '@/lib/platform/http/client';
import { confirmAlertRecipientEndpoint, getAlertRecipientEndpoint } from '@/lib/services/alerts/endpoints';
import { AuthCard } from './auth-card';

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** `/confirm-alerts/<token>`: shows a button, because mail scanners open the links in a message. */
export function ConfirmAlertsForm({ token }: { token: string }) {
  const recipient = useQuery({
    queryKey: ['alert-recipient', token],
    queryFn: ({ signal }) => client.call(getAlertRecipientEndpoint, { params: { token } }, { signal }),
  });
  const confirm = useMutation({
    mutationFn: () => client.call(confirmAlertRecipientEndpoint, { params: { token } }),
    meta: { quiet: true },
  });
  if (recipient.isPending)
    return (
      <AuthCard title="Alerts">
        <SkeletonRows rows={2} />
      </AuthCard>
    );
  if (recipient.isError && !isNotFound(recipient.error))
    return <LoadFailure error={recipient.error} onRetry={() => recipient.refetch()} className="m-8" />;
  if (recipient.isError || isNotFound(confirm.error))
    return (
      <AuthCard
        title="This link is not valid"
        description="It was replaced by a newer one, or is over a week old. Ask whoever set up the alert."
      />
    );
  const { email, workspaceName } = recipient.data;
  if (confirm.isSuccess || recipient.data.confirmed)
    return (
      <AuthCard title="Alerts confirmed" description={`${email} gets the alerts of “${workspaceName}”.`} />
    );
  return (
    <AuthCard
      title="Get alerts by e-mail?"
      description={`The workspace “${workspaceName}” wants to send alerts about its workflows to ${email}.`}
    >
      <div className="flex flex-col gap-4">
        {confirm.isError ? <Notice tone="danger">{errorWords(confirm.error)}</Notice> : null}
        <Button variant="primary" size="lg" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Send alerts to {email}
        </Button>
        <p className="text-muted text-sm">If you don’t know what this is about, close the page.</p>
      </div>
    </AuthCard>
  );
}
