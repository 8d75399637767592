'use client';

import { ChevronRight } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import type { ReceiverCheck, ReceiverReport } from '@/lib/services/webhooks/schema';
import { cn } from '../ui/class-names';
import { ExchangeView } from './exchange-view';
import { StatusCode } from './webhook-signs';

const KINDS: Record<ReceiverCheck['kind'], { title: string; help: string }> = {
  good: { title: 'A good delivery', help: 'Signed now, with your secret.' },
  tampered: { title: 'A tampered delivery', help: 'Its body was changed after it was signed.' },
  stale: { title: 'A stale delivery', help: 'Correctly signed, but old: it could be a replay.' },
};

/** What the receiver did with each of the three, and what it should have done. */
export function ReceiverChecks({ report }: { report: ReceiverReport }) {
  return (
    <div className="flex flex-col gap-2">
      <Notice tone={report.passed ? 'success' : 'warning'} title={report.summary} />
      <ul className="flex flex-col gap-2">
        {report.checks.map((check) => (
          <li key={check.kind}>
            <Check check={check} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Check({ check }: { check: ReceiverCheck }) {
  const { title, help } = KINDS[check.kind];
  return (
    <Collapsible.Root className="rounded-lg border border-line bg-surface">
      <Collapsible.Trigger
        className={cn('group flex w-full items-start gap-2 rounded-lg px-3 py-2 text-left hover:bg-hover')}
      >
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-faint transition-transform group-data-[state=open]:rotate-90"
          aria-hidden
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{title}</span>
            <span className="text-faint text-xs">{help}</span>
            <span className="ml-auto flex items-center gap-2">
              <StatusCode status={check.response?.status ?? null} />
              <Status kind={check.passed ? 'success' : 'error'} label={check.passed ? 'Passed' : 'Failed'} />
            </span>
          </span>
          <span className="mt-0.5 block text-muted text-xs">{check.verdict}</span>
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content className="border-line border-t px-3 pt-1 pb-3">
        <ExchangeView exchange={check} body={check.body} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
