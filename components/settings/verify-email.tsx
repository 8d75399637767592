'use client';

import { useMutation } from '@tanstack/react-query';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { client } from '@/lib/platform/http/client';
import { sendVerificationEndpoint } from '@/lib/services/accounts/endpoints';

/** The way to verify an unverified address. */
export function VerifyEmail() {
  const { me } = useWorkspace();
  const send = useMutation({
    mutationFn: () => client.call(sendVerificationEndpoint, {}),
    meta: { quiet: true },
  });
  if (!me.canSendEmail)
    return (
      <p className="mt-1 text-muted text-sm">
        This server sends no e-mail. Ask the owner of this installation to verify your address.
      </p>
    );
  return (
    <div className="mt-2 flex flex-col items-start gap-2" aria-live="polite">
      {send.isError ? <Notice tone="danger">{errorWords(send.error)}</Notice> : null}
      {send.isSuccess ? (
        <Notice tone="success">Link sent. Open it in this browser within a day.</Notice>
      ) : (
        <Button size="sm" busy={send.isPending} onClick={() => send.mutate()}>
          Send verification link
        </Button>
      )}
    </div>
  );
}
