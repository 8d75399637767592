'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ApiError } from '@/lib/platform/http/client';
import { errorWords } from './error-words';

/** Replaces content that could not be loaded, with a button to try again. */
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
      {/* Nothing was typed here, so the message has to name what was rejected. */}
      {error instanceof ApiError ? error.message : errorWords(error)}
    </Notice>
  );
}
