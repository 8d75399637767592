import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
} from 'lucide-react';
import { cn } from './class-names';

/** All states of things that run. */
export type StatusKind =
  | 'success'
  | 'warning'
  | 'error'
  | 'running'
  | 'queued'
  | 'waiting'
  | 'skipped'
  | 'cancelled';

const LOOK: Record<StatusKind, { icon: LucideIcon; className: string; label: string }> = {
  success: { icon: CircleCheck, className: 'text-success', label: 'Success' },
  warning: { icon: CircleAlert, className: 'text-warning', label: 'Warning' },
  error: { icon: CircleX, className: 'text-danger', label: 'Error' },
  running: {
    icon: LoaderCircle,
    className: 'text-running motion-safe:[&_svg]:animate-spin',
    label: 'Running',
  },
  queued: { icon: CircleDashed, className: 'text-faint', label: 'Queued' },
  waiting: { icon: Hourglass, className: 'text-running', label: 'Waiting' },
  skipped: { icon: SkipForward, className: 'text-faint', label: 'Skipped' },
  cancelled: { icon: CircleSlash, className: 'text-faint', label: 'Cancelled' },
};

export interface StatusProps {
  kind: StatusKind;
  /** Replaces the default word. */
  label?: string;
  /** If true, only the icon is visible; the word stays for screen readers. */
  compact?: boolean;
  className?: string;
}

/** A state as icon and word, never by color alone. */
export function Status({ kind, label, compact = false, className }: StatusProps) {
  const look = LOOK[kind];
  const Icon = look.icon;
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-sm', look.className, className)}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className={compact ? 'sr-only' : ''}>{label ?? look.label}</span>
    </span>
  );
}
