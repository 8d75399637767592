'use client';

import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names';
import { Tooltip, type TooltipProps } from './tooltip';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Names the action: tooltip and accessible name. */
  label: string;
  shortcut?: string;
  side?: TooltipProps['side'];
  size?: 'sm' | 'md';
  /** True for a toggle that is on. */
  active?: boolean;
  children: ReactNode;
}

export function IconButton({
  label,
  shortcut,
  side,
  size = 'md',
  active,
  className,
  type,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={side}>
      <button
        type={type ?? 'button'}
        aria-label={label}
        aria-pressed={active}
        className={cn(
          [
            'inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors',
            'duration-100 hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:opacity-40',
            'aria-pressed:bg-accent-soft aria-pressed:text-accent data-[state=open]:bg-hover [&_svg]:size-4',
          ],
          size === 'sm' ? 'size-6' : 'size-8',
          className,
        )}
        {...props}
      />
    </Tooltip>
  );
}
