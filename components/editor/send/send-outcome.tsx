'use client';

import { Send } from 'lucide-react';
import type { Block } from '@/lib/core/workflow/schema';
import { EmptyState } from '../../ui/empty-state';
import { Keys } from '../../ui/kbd';
import { Notice } from '../../ui/notice';
import { Status } from '../../ui/status';
import { Elapsed } from '../flow/block-run-status';
import { PinButton } from '../pins/pin-button';
import { ResponseView } from '../response/response-view';
import { isUnderWay, useSends } from '../store/send-state';
import { NextPageNote } from './next-page-note';

/** Shows the result of sending a block alone, in each of its states. */
export function SendOutcome({ block }: { block: Block }) {
  const send = useSends((state) => state.sends[block.id]);
  switch (send?.phase) {
    case 'preparing':
    case 'sending':
      return <SendProgress block={block} />;
    case 'cancelled':
      return (
        <Notice title="Cancelled">
          The request may have reached the other server before it was stopped.
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" title="It was not sent">
          {send.failure}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="danger" title="It was not sent">
          The request is incomplete: see what is missing under Request.
        </Notice>
      );
  }
  if (send?.sent != null)
    return (
      <>
        <div className="-mt-2 mb-1 flex justify-end">
          <PinButton blockId={block.id} output={send.sent.output} source="sent" />
        </div>
        <NextPageNote block={block} sent={send.sent} />
        <ResponseView block={block} sent={send.sent} />
      </>
    );
  return (
    <EmptyState icon={Send} title="Not sent yet" className="py-6">
      Send it with <Keys combo="mod+shift+enter" />. No log is written, and no other block runs.
    </EmptyState>
  );
}

/** Shows the time so far during a send; nothing otherwise. */
export function SendProgress({ block }: { block: Block }) {
  const send = useSends((state) => state.sends[block.id]);
  if (send === undefined || !isUnderWay(send)) return null;
  return (
    <p className="tabular flex items-center gap-2 text-sm">
      <Status
        kind="running"
        label={send.phase === 'preparing' ? 'Preparing…' : 'Waiting for the response…'}
      />
      <span className="text-muted text-xs">
        <Elapsed sinceMs={send.startedAtMs} />
      </span>
    </p>
  );
}
