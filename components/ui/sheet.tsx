'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { IconButton } from './icon-button';
import { submitByKey, takeFocus } from './layer';
import { useFocusReturn } from './use-focus-return';

export interface SheetProps {
  /** Accessible name. */
  title: string;
  /** The content on the left of the bar; the title by default. */
  heading?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A wide page over the page, from the right; full screen on narrow screens. Escape and a click beside it
 * close it.
 */
export function Sheet({ title, heading, onClose, children }: SheetProps) {
  const giveBack = useFocusReturn(true);
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-35 animate-fade bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
              event.preventDefault(); // a toast's Undo
          }}
          onOpenAutoFocus={(event) => {
            // Skips the close button, because its tooltip would handle the first Escape.
            event.preventDefault();
            const sheet = event.currentTarget;
            if (sheet instanceof HTMLElement) takeFocus(sheet, () => sheet.focus());
          }}
          onKeyDownCapture={(event) => submitByKey(event, { isLoose: true })}
          onCloseAutoFocus={giveBack}
          className={cn(
            'fixed inset-y-0 right-0 z-35 flex w-full animate-slide flex-col',
            'bg-canvas shadow-float outline-none md:w-[min(72rem,calc(100vw-4rem))]',
          )}
        >
          <header
            className={cn(
              'flex h-12 shrink-0 items-center justify-between',
              'gap-2 border-line border-b bg-surface pr-2 pl-4',
            )}
          >
            <div className="min-w-0 flex-1">
              <Radix.Title className={heading ? 'sr-only' : 'truncate font-semibold text-base'}>
                {title}
              </Radix.Title>
              {heading}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" shortcut="escape">
                <X />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
