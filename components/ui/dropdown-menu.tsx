'use client';

import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react';
import { cn } from './class-names';
import { Keys } from './kbd';
import {
  dangerItemClasses,
  floatingClasses,
  itemClasses,
  menuLabelClasses,
  separatorClasses,
} from './menu-classes';
import { menuContainer } from './menu-container';

/** The element in which the open menu is rendered. */
const Container = createContext<HTMLElement | null>(null);

/** Not modal: the surrounding page stays readable to screen readers, and a click there closes the menu. */
export function DropdownMenu({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Container value={container}>
      <Radix.Root modal={false} onOpenChange={(isOpen) => isOpen && setContainer(menuContainer())}>
        {children}
      </Radix.Root>
    </Container>
  );
}

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuSub = Radix.Sub;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={use(Container)}>
      <Radix.Content
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          floatingClasses,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean;
  shortcut?: string;
}

export function DropdownMenuItem({ danger, shortcut, className, children, ...props }: MenuItemProps) {
  return (
    <Radix.Item className={cn(itemClasses, danger && dangerItemClasses, className)} {...props}>
      {/* Without a shortcut only its children, because `asChild` takes one element. */}
      {shortcut ? (
        <>
          {children}
          <span className="ml-auto pl-4">
            <Keys combo={shortcut} />
          </span>
        </>
      ) : (
        children
      )}
    </Radix.Item>
  );
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemClasses, 'pl-8', className)} {...props}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

export function DropdownMenuSubTrigger({
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

export function DropdownMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal container={use(Container)}>
      <Radix.SubContent
        sideOffset={4}
        collisionPadding={8}
        className={cn(floatingClasses, 'max-h-80 min-w-40 max-w-72', className)}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className={separatorClasses} />;
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn(menuLabelClasses, className)} {...props} />;
}
