'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { Keys } from './kbd';

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
);

export interface TooltipProps {
  content: ReactNode;
  /** Shown after the text, for example `mod+enter`. */
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that accepts a ref. */
  children: ReactNode;
}

export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-60 flex max-w-72 animate-fade items-center gap-2',
            'rounded-md bg-raised px-2 py-1 text-ink text-xs shadow-float',
          )}
        >
          {content}
          {shortcut ? <Keys combo={shortcut} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
