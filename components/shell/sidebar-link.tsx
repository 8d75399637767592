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
}

export function SidebarLink({ href, icon: Icon, label, collapsed, active }: SidebarLinkProps) {
  const link = (
    <Link
      href={href}
      aria-current={active ? 'page' : undefined}
      aria-label={collapsed ? label : undefined}
      className={cn(
        'flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-muted',
        'text-sm hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed',
        'aria-[current=page]:font-medium aria-[current=page]:text-ink',
        collapsed && 'w-8 justify-center px-0',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {collapsed ? null : <span className="min-w-0 truncate">{label}</span>}
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
