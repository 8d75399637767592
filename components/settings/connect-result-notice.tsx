'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { Notice, type NoticeProps } from '@/components/ui/notice';
import type { Connection, ConnectResult } from '@/lib/services/connections/schema';

const WORDS: Readonly<Record<ConnectResult, [tone: NonNullable<NoticeProps['tone']>, words: string]>> = {
  connected: ['success', 'Connected.'],
  denied: ['warning', 'Access was declined at the provider. Nothing was changed.'],
  failed: ['danger', 'Connecting failed.'],
  expired: ['warning', 'That sign-in is over: it was used already, took too long, or the settings changed.'],
  session: ['warning', 'That sign-in was begun in another session. Connect again in this one.'],
  forbidden: ['danger', 'You need the writer role to connect.'],
  invalid: ['warning', 'The provider’s response named no sign-in, so nothing was changed. Connect again.'],
};

/** The result of an authorization at a provider, read from the URL. */
export function ConnectResultNotice({ connections }: { connections: readonly Connection[] }) {
  const search = useSearchParams();
  const router = useRouter();
  const pathname = usePathname();
  const result = search.get('result');
  if (result === null || !Object.hasOwn(WORDS, result)) return null;
  const [tone, words] = WORDS[result as ConnectResult];
  const connection = connections.find(({ id }) => id === search.get('connection'));
  return (
    <Notice
      tone={tone}
      className="mb-4"
      title={connection?.name}
      action={
        <Button size="sm" onClick={() => router.replace(pathname)}>
          Dismiss
        </Button>
      }
    >
      {words}
      {result === 'failed' && connection?.lastError ? ` ${connection.lastError}` : null}
    </Notice>
  );
}
