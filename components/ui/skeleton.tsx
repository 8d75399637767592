import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** A placeholder for loading content; give it the size of that content. */
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

/** `rows` lines of a loading list, with a text for screen readers. */
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
