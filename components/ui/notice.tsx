import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

const LOOK = {
  info: { icon: Info, className: 'border-line bg-sunken text-muted' },
  success: { icon: CircleCheck, className: 'border-success/25 bg-success-soft text-success' },
  warning: { icon: TriangleAlert, className: 'border-warning/25 bg-warning-soft text-warning' },
  danger: { icon: CircleAlert, className: 'border-danger/25 bg-danger-soft text-danger' },
};

export interface NoticeProps {
  tone?: keyof typeof LOOK;
  title?: ReactNode;
  /** Shown on the right, for example a Retry button. */
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A message that stays at the place it concerns. Danger is announced immediately. */
export function Notice({ tone = 'info', title, action, className, children }: NoticeProps) {
  const Icon = LOOK[tone].icon;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2.5 rounded-lg border px-3 py-2.5 text-sm',
        LOOK[tone].className,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="wrap-anywhere min-w-0 flex-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children}
      </div>
      {action}
    </div>
  );
}
