'use client';

import { ChevronRight } from 'lucide-react';
import { ContextMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { Keys } from './kbd';
import {
  dangerItemClasses,
  floatingClasses,
  itemClasses,
  menuLabelClasses,
  separatorClasses,
} from './menu-classes';
import { mainLandmark } from './menu-container';

/** Not modal: the surrounding page stays readable to screen readers, and a click there closes the menu. */
export const ContextMenu = (props: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root modal={false} {...props} />
);
export const ContextMenuTrigger = Radix.Trigger;
export const ContextMenuSub = Radix.Sub;

export function ContextMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={mainLandmark()}>
      <Radix.Content
        collisionPadding={8}
        className={cn(
          floatingClasses,
          'max-h-(--radix-context-menu-content-available-height) min-w-48 max-w-80',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export interface ContextMenuItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean;
  shortcut?: string;
}

export function ContextMenuItem({ danger, shortcut, className, children, ...props }: ContextMenuItemProps) {
  return (
    <Radix.Item className={cn(itemClasses, danger && dangerItemClasses, className)} {...props}>
      {children}
      {shortcut ? (
        <span className="ml-auto pl-4">
          <Keys combo={shortcut} />
        </span>
      ) : null}
    </Radix.Item>
  );
}

export function ContextMenuSeparator() {
  return <Radix.Separator className={separatorClasses} />;
}

export function ContextMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn(menuLabelClasses, className)} {...props} />;
}

export function ContextMenuSubTrigger({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger className={cn(itemClasses, className)} {...props}>
      {children}
      <ChevronRight className="ml-auto" aria-hidden />
    </Radix.SubTrigger>
  );
}

export function ContextMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent
        collisionPadding={8}
        className={cn(floatingClasses, 'max-h-80 min-w-40 max-w-72', className)}
        {...props}
      />
    </Radix.Portal>
  );
}
