'use client';

import { ChevronRight } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

const TRIGGER = 'group flex w-full items-start gap-2 rounded-lg px-3 py-2 text-left hover:bg-hover';

export interface ExchangeCardProps
  extends Pick<ComponentProps<typeof Collapsible.Root>, 'open' | 'onOpenChange'> {
  /** One line with the number and the outcome of the exchange. */
  head: ReactNode;
  /** A description of the result. */
  note: string;
  /** Shown when the card is open. */
  children: ReactNode;
}

/** The summary of one request to a receiver; opens to show request and response. */
export function ExchangeCard({ head, note, children, ...state }: ExchangeCardProps) {
  return (
    <Collapsible.Root {...state} className="rounded-lg border border-line bg-surface">
      <Collapsible.Trigger className={TRIGGER}>
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-faint transition-transform group-data-[state=open]:rotate-90"
          aria-hidden
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2">{head}</span>
          <span className="mt-0.5 block text-muted text-xs">{note}</span>
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content className="border-line border-t px-3 pt-1 pb-3">{children}</Collapsible.Content>
    </Collapsible.Root>
  );
}
