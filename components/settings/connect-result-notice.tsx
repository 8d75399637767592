'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { CONNECT_RESULTS, type Connection } from '@/lib/services/connections/schema';
import { tellSignInEnd } from './connect-window';
import { CONNECT_WORDS } from './connect-words';

/**
 * The result of an authorization at a provider, read from the URL. A window that was opened for it tells the
 * others and closes; where the browser keeps it open, it shows the result.
 */
export function ConnectResultNotice({ connections }: { connections: readonly Connection[] }) {
  const search = useSearchParams();
  const router = useRouter();
  const pathname = usePathname();
  const result = CONNECT_RESULTS.find((each) => each === search.get('result'));
  const connectionId = search.get('connection');
  const isOwnWindow = search.get('window') === 'own';
  useEffect(() => {
    if (!isOwnWindow || result === undefined || connectionId === null) return;
    tellSignInEnd({ connectionId, result });
    window.close();
  }, [isOwnWindow, result, connectionId]);
  if (result === undefined) return null;
  const [tone, words] = CONNECT_WORDS[result];
  const connection = connections.find(({ id }) => id === connectionId);
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
