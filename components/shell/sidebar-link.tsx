'use client';

import type { LucideIcon } from 'lucide-react';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Tooltip } from '@/components/ui/tooltip';

export interface SidebarLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
  active: boolean;
  /** The number of open items; 0 is not shown. */
  count?: number;
  onIntent?: () => void;
  isLikely?: boolean;
}

export function SidebarLink(props: SidebarLinkProps) {
  const { href, icon: Icon, label, collapsed, active, count = 0, onIntent, isLikely } = props;
  const link = (
    <Link
      href={href}
      {...(onIntent && { onIntent })}
      {...(isLikely && { isLikely })}
      aria-current={active ? 'page' : undefined}
      aria-label={collapsed ? (count > 0 ? `${label}: ${count}` : label) : undefined}
      className={cn(
        'relative flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-muted',
        'text-sm hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed',
        'aria-[current=page]:font-medium aria-[current=page]:text-ink',
        collapsed && 'w-8 justify-center px-0',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {collapsed ? null : <span className="min-w-0 flex-1 truncate">{label}</span>}
      {count === 0 ? null : collapsed ? (
        <span className="absolute top-1 right-1 size-2 rounded-full bg-accent-solid" aria-hidden />
      ) : (
        <span className="tabular rounded-full bg-accent-soft px-1.5 text-accent text-xs">{count}</span>
      )}
    </Link>
  );
  return collapsed ? (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
