'use client';

import { useEffect } from 'react';
import { ErrorScreen } from '@/components/shell/error-screen';

export default function RouteError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <main className="flex min-h-dvh">
      <ErrorScreen {...(error.digest ? { digest: error.digest } : {})} onRetry={reset} />
    </main>
  );
}
