'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ApiError } from '@/lib/platform/http/client';
import { errorWords } from './error-words';

/** Stands where something could not be loaded, with a way to try again. */
export function LoadFailure({
  error,
  onRetry,
  className,
}: {
  error: unknown;
  onRetry: () => void;
  className?: string;
}) {
  return (
    <Notice
      tone="danger"
      title="Couldn’t load this"
      className={className ?? ''}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {/* Nothing was typed here: what is refused has to be named. */}
      {error instanceof ApiError ? error.message : errorWords(error)}
    </Notice>
  );
}
