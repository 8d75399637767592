'use client';

import { Bug } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** Replaces a page that failed. `digest` identifies the failure in the server's log. */
export function ErrorScreen({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div className="flex min-h-[60vh] flex-1 items-center justify-center">
      <EmptyState
        level={1}
        icon={Bug}
        title="Something went wrong on this page"
        actions={
          <>
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button asChild>
              <a href="/">Go to the home page</a>
            </Button>
          </>
        }
      >
        Saved changes are safe. Unsaved workflow edits are kept in this browser if it has room; anything else
        you typed on this page may be lost. {digest ? `Error id in the server’s log: ${digest}.` : null}
      </EmptyState>
    </div>
  );
}
