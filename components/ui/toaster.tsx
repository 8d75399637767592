'use client';

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';
import { cn } from './class-names';
import { FOOT_HEIGHT } from './use-toasts-above';

const TOAST_MS = 5_000;
const OFFSET = { left: 16, right: 16, bottom: `calc(76px + ${FOOT_HEIGHT})` };

/**
 * Sonner notes where the focus came from and puts it back there whenever it leaves the messages, so Tab would never
 * get past one. It is not told of the focus.
 */
function keepFocusUntold(messages: HTMLElement | null): () => void {
  const stop = (event: Event) => event.stopPropagation();
  messages?.addEventListener('focusin', stop);
  return () => messages?.removeEventListener('focusin', stop);
}

/** Rendered once, in the root layout. Show messages with `toast` from sonner. */
export function Toaster() {
  return (
    <div ref={keepFocusUntold} className="contents">
      <Sonner
        // At the left, because forms have their buttons at the bottom right. Above footers, the canvas's
        // tools and each other.
        position="bottom-left"
        offset={OFFSET}
        mobileOffset={OFFSET}
        expand
        duration={TOAST_MS}
        gap={8}
        // A modal layer disables the pointer for the rest of the page; toasts keep it.
        style={{ fontFamily: 'inherit', pointerEvents: 'auto' }}
        icons={{
          success: <CircleCheck className="size-4 text-success" aria-hidden />,
          error: <CircleAlert className="size-4 text-danger" aria-hidden />,
          warning: <TriangleAlert className="size-4 text-warning" aria-hidden />,
          info: <Info className="size-4 text-faint" aria-hidden />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: cn(
              'flex w-full flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-lg bg-raised px-3.5 py-3',
              'text-ink text-sm shadow-float sm:w-(--width)',
            ),
            // If a button leaves less space, it moves below.
            content: 'min-w-0 flex-[1_1_13rem]',
            title: 'font-medium',
            description: 'text-muted text-xs',
            actionButton:
              'ml-auto shrink-0 rounded-md px-2 py-1 font-medium text-accent text-xs hover:bg-hover',
            cancelButton: 'shrink-0 rounded-md px-2 py-1 text-muted text-xs hover:bg-hover',
          },
        }}
      />
    </div>
  );
}
