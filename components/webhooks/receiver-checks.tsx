'use client';

import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import type { ReceiverCheck, ReceiverReport } from '@/lib/services/outgoing-webhooks/schema';
import { ExchangeCard } from './exchange-card';
import { ExchangeView } from './exchange-view';
import { StatusCode } from './webhook-signs';

const KINDS: Record<ReceiverCheck['kind'], { title: string; help: string }> = {
  good: { title: 'A good delivery', help: 'Signed now, with your secret.' },
  tampered: { title: 'A tampered delivery', help: 'Its body was changed after it was signed.' },
  stale: { title: 'A stale delivery', help: 'Correctly signed, but old: it could be a replay.' },
};

/** The receiver's response to each of the three requests, and the expected one. */
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
    <ExchangeCard
      head={
        <>
          <span className="font-medium">{title}</span>
          <span className="text-faint text-xs">{help}</span>
          <span className="ml-auto flex items-center gap-2">
            <StatusCode status={check.response?.status ?? null} />
            <Status kind={check.passed ? 'success' : 'error'} label={check.passed ? 'Passed' : 'Failed'} />
          </span>
        </>
      }
      note={check.verdict}
    >
      <ExchangeView exchange={check} body={check.body} />
    </ExchangeCard>
  );
}
