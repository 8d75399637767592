import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** Holds the place of what is loading; give it the size of the real thing. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      data-testid="skeleton"
      className={cn('animate-shimmer rounded-md bg-pressed', className)}
      {...props}
    />
  );
}

/** `rows` lines of a list that is loading, with a word for screen readers. */
export function SkeletonRows({ rows = 6, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <Skeleton key={key} className={cn('h-8', className)} />
      ))}
    </div>
  );
}
