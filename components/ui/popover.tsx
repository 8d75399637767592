'use client';

import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { submitByKey } from './layer';
import { floatingClasses } from './menu-classes';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverAnchor = Radix.Anchor;

export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        onKeyDownCapture={submitByKey}
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          floatingClasses,
          'max-h-(--radix-popover-content-available-height) w-72 p-3',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
