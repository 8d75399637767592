import { Skeleton } from '../ui/skeleton';

/** The editor's outline while the workflow is loading. */
export function EditorSkeleton() {
  return (
    <div className="flex h-full flex-col" role="status">
      <span className="sr-only">Loading the workflow…</span>
      <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b bg-surface px-3">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-4 w-14" />
        <span className="flex-1" />
        <Skeleton className="h-8 w-20" />
      </div>
      <div className="flex flex-1 items-center justify-center gap-16 bg-canvas">
        <Skeleton className="h-24 w-62 rounded-xl" />
        <Skeleton className="h-24 w-62 rounded-xl max-md:hidden" />
        <Skeleton className="h-24 w-62 rounded-xl max-lg:hidden" />
      </div>
    </div>
  );
}
