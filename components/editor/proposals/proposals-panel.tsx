'use client';

import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import type { Proposal } from '@/lib/services/proposals/schema';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { RelativeTime } from '../../ui/relative-time';
import { Sheet } from '../../ui/sheet';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor, useEditorStore } from '../store/editor-context';
import { proposalsQuery } from './proposal-queries';
import { ProposalSheet } from './proposal-sheet';
import { proposalState, proposedBy } from './proposal-words';
import { useProposalsAddress } from './use-proposals-address';

/** Panel over the editor with the proposals of the workflow, or one of them. `flush`: saves pending edits. */
export function ProposalsPanel({ flush }: { flush: () => Promise<boolean> }) {
  useProposalsAddress();
  const store = useEditorStore();
  const view = useEditor((state) => state.proposals);
  if (view === null) return null;
  const close = () => store.setState({ proposals: null });
  const { openId, runsTests = false } = view;
  return (
    <Sheet title={openId === null ? 'Proposals' : 'Proposal'} onClose={close}>
      {openId === null ? (
        <ProposalList />
      ) : (
        <ProposalSheet key={openId} proposalId={openId} runsTests={runsTests} flush={flush} onClose={close} />
      )}
    </Sheet>
  );
}

function ProposalList() {
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, isPending, refetch } = useQuery(proposalsQuery(workflowId));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      {isPending ? <SkeletonRows rows={4} className="h-16" /> : null}
      {error !== null && data === undefined ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState icon={FileDiff} title="No proposals yet">
          AI assistants can propose changes by MCP, with an API key that has the scope workflows:propose. The
          draft stays as it is until somebody applies a proposal.
        </EmptyState>
      ) : null}
      <ol aria-label="Proposals" className="flex flex-col gap-2">
        {data?.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} />
        ))}
      </ol>
    </div>
  );
}

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const store = useEditorStore();
  const { id, words, createdAt } = proposal;
  const { label, tone } = proposalState(proposal);
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-full">
        <p className="line-clamp-2 break-words font-medium text-sm">{words}</p>
        <p className="text-muted text-xs">
          {proposedBy(proposal)}, <RelativeTime at={createdAt} />
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
      <Button onClick={() => store.setState({ proposals: { openId: id } })}>Open</Button>
    </li>
  );
}
