'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from './class-names';
import { ConfirmDialog } from './confirm-dialog';
import { IconButton } from './icon-button';
import { firstField, submitByKey, takeFocus } from './layer';
import { useFocusReturn } from './use-focus-return';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  /** Buttons, right-aligned at the bottom. */
  footer?: ReactNode;
  /** If true, a click outside or Escape does not close it: for content shown once. */
  persistent?: boolean;
  /** Focuses something other than the first field; called again if the focus was lost. */
  initialFocus?: () => void;
  /** Moves the focus after closing; without it, the focus returns to its previous place. */
  finalFocus?: () => void;
  /** Returns true if Escape, or a click outside, belongs to something else. */
  keepsOpen?: (event: Event) => boolean;
  /** If true, what is typed is kept when it closes; otherwise Escape and a click outside ask first. */
  keepsTyped?: boolean;
  children?: ReactNode;
}

const WIDTHS = {
  sm: 'max-w-sm',
  md: 'max-w-lg',
  lg: 'max-w-2xl',
  xl: 'max-w-3xl',
  full: 'h-[92vh] max-w-6xl',
};

/** Skips the close button, because its tooltip would handle the first Escape. */
const focusInside = (focus?: () => void) => (event: Event) => {
  event.preventDefault();
  const dialog = event.currentTarget;
  if (dialog instanceof HTMLElement) takeFocus(dialog, focus ?? (() => firstField(dialog).focus()));
};

const instead = (focus: () => void) => (event: Event) => {
  event.preventDefault();
  focus();
};

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'md', footer, persistent, children } = props;
  const { initialFocus, finalFocus, keepsOpen, keepsTyped = false } = props;
  const giveBack = useFocusReturn(open);
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!open) isTyped.current = false;
  }, [open]);
  const hold = (event: Event) => {
    const asks = !keepsTyped && isTyped.current;
    if (persistent || keepsOpen?.(event) || asks) event.preventDefault();
    if (asks && !persistent) setAsking(true);
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusInside(initialFocus)}
          onCloseAutoFocus={finalFocus === undefined ? giveBack : instead(finalFocus)}
          onEscapeKeyDown={hold}
          onPointerDownOutside={hold}
          onKeyDownCapture={submitByKey}
          onInput={({ target }) => {
            if (isText(target)) isTyped.current = true;
          }}
          className={cn(
            'fixed inset-x-3 z-50 mx-auto flex',
            size === 'full' ? 'top-[4vh]' : 'top-[max(1rem,12vh)] max-h-[min(44rem,84vh)]',
            'animate-enter flex-col rounded-xl bg-raised shadow-float outline-none',
            WIDTHS[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-0.5 text-muted text-sm">{description}</Radix.Description>
              ) : null}
            </div>
            {persistent ? null : (
              <Radix.Close asChild>
                <IconButton label="Close" className="-mt-1 -mr-2">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </header>
          {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div> : null}
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        danger
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      >
        It isn’t saved yet.
      </ConfirmDialog>
    </Radix.Root>
  );
}

/** True for what people write; a search or a choice is quickly made again. */
const isText = (target: EventTarget): boolean =>
  target instanceof Element && !target.matches('[type="search"], [type="checkbox"], [type="radio"], select');
