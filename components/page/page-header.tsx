import type { ReactNode } from 'react';
import { cn } from '../ui/class-names';

/** The bar above a page's content: its title and actions. */
export function PageHeader({ title, actions }: { title: ReactNode; actions?: ReactNode }) {
  return (
    <header
      className={cn(
        'flex h-12 shrink-0 items-center justify-between gap-3 border-line border-b px-4 md:px-6',
      )}
    >
      <h1 className="min-w-0 truncate font-semibold text-base">{title}</h1>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  );
}
