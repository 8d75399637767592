'use client';

import { Command as Cmdk, defaultFilter } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from './class-names';
import { firstField, takeFocus } from './layer';
import { plainLetters } from './plain-letters';
import { useFocusReturn } from './use-focus-return';

/** A search with its text, and possibly its items, controlled from outside. */
export interface ControlledSearch {
  text: string;
  onChange: (text: string) => void;
  /** True while the items of an earlier text are shown. */
  isBehind?: boolean;
  /** Handles an Enter that comes before this text's items are loaded, or before one of them is marked. */
  onEarlyEnter?: () => void;
}

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  placeholder: string;
  /** Replaces the results if there are none. */
  empty: ReactNode;
  /** Rates an item's match from 0 to 1; null if the given items are the results. */
  filter?: ((value: string, search: string, keywords?: string[]) => number) | null;
  search?: ControlledSearch;
  /** Moves the focus after closing; without it, the focus returns to its previous place. */
  onCloseAutoFocus?: (event: Event) => void;
  size?: 'md' | 'lg';
  /** Below the results: a summary, and actions for all of them. */
  footer?: ReactNode;
  /** `Cmdk.Item`s, alone or in `SearchGroup`s. */
  children: ReactNode;
}

/** cmdk marks the first item in an effect after rendering the items, and ignores Enter until then. */
const MARKED_ITEM = '[cmdk-item][aria-selected=true]';

export const byPlainLetters = (value: string, search: string, keywords: string[] = []): number =>
  defaultFilter(plainLetters(value), plainLetters(search), keywords.map(plainLetters));

/** A search field with the results below it; arrow keys choose one. */
export function SearchDialog(props: SearchDialogProps) {
  const { open, onOpenChange, title, placeholder, empty, filter, search, size = 'md', children } = props;
  const list = useRef<HTMLDivElement>(null);
  const giveBack = useFocusReturn(open);
  const text = search?.text;
  // The best match is at the top, so the scroll position of another text is reset.
  useEffect(() => {
    if (text !== undefined) list.current?.scrollTo({ top: 0 });
  }, [text]);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const dialog = event.currentTarget;
            if (dialog instanceof HTMLElement) takeFocus(dialog, () => firstField(dialog).focus());
          }}
          onCloseAutoFocus={(event) => {
            props.onCloseAutoFocus?.(event);
            if (!event.defaultPrevented) giveBack(event);
          }}
          className={cn(
            'fixed inset-x-3 top-[14vh] z-50 mx-auto animate-enter',
            'overflow-hidden rounded-xl bg-raised shadow-float outline-none',
            size === 'md' ? 'max-w-md' : 'max-w-xl',
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Cmdk
            loop
            label={title}
            shouldFilter={filter !== null}
            {...(filter === null ? {} : { filter: filter ?? byPlainLetters })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || search?.onEarlyEnter === undefined) return;
              if (!search.isBehind && list.current?.querySelector(MARKED_ITEM) != null) return;
              event.preventDefault();
              search.onEarlyEnter();
            }}
          >
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              <Search className="size-4 text-faint" aria-hidden />
              <Cmdk.Input
                placeholder={placeholder}
                {...(search === undefined ? {} : { value: search.text, onValueChange: search.onChange })}
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
              />
            </div>
            <Cmdk.List
              ref={list}
              className="max-h-[min(34rem,64vh)] overflow-y-auto overscroll-contain p-1.5"
            >
              <Cmdk.Empty className="px-3 py-8 text-center text-muted text-sm">{empty}</Cmdk.Empty>
              {children}
            </Cmdk.List>
          </Cmdk>
          {props.footer}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function SearchGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={heading}
      className={cn(
        '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2',
        '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium',
        '[&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs',
      )}
    >
      {children}
    </Cmdk.Group>
  );
}
