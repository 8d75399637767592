import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** The reason for the empty state, and the next step. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** 1 if the page shows nothing else. */
  level?: 1 | 2;
}

export function EmptyState({ icon: Icon, title, children, actions, className, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span
        className={cn(
          'flex size-10 items-center justify-center rounded-xl',
          'border border-line bg-surface text-faint shadow-lift',
        )}
      >
        <Icon className="size-5" aria-hidden />
      </span>
      <Heading className="mt-4 font-semibold text-base">{title}</Heading>
      {children ? <div className="mt-1 max-w-sm text-balance text-muted text-sm">{children}</div> : null}
      {actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
