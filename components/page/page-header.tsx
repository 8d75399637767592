import type { ReactNode } from 'react';

/** The bar above a page's content: its title and actions, one below the other where there is little room. */
export function PageHeader({ title, actions }: { title: ReactNode; actions?: ReactNode }) {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b px-4 py-1.5 md:px-6">
      <h1 className="min-w-0 truncate font-semibold text-base">{title}</h1>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}
