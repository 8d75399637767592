'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-4 overflow-x-auto border-line border-b px-4 [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export interface TabsTriggerProps extends ComponentProps<typeof Radix.Trigger> {
  /** A small number after the name; 0 and undefined show nothing. */
  count?: number;
}

export function TabsTrigger({ className, children, count, ...props }: TabsTriggerProps) {
  return (
    <Radix.Trigger
      className={cn(
        '-mx-1.5 -mb-px flex h-9 shrink-0 items-center gap-1.5 rounded-t-sm px-1.5',
        'whitespace-nowrap border-transparent border-b-2 text-muted text-sm hover:text-ink',
        'focus-visible:-outline-offset-2 data-[state=active]:border-accent-solid',
        'data-[state=active]:font-medium data-[state=active]:text-ink',
        className,
      )}
      {...props}
    >
      {children}
      {count ? <span className="tabular rounded-sm bg-pressed px-1 text-2xs text-muted">{count}</span> : null}
    </Radix.Trigger>
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('outline-none', className)} {...props} />;
}
