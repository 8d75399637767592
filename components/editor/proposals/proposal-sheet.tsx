'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { diffDocuments } from '@/lib/core/workflow/diff-documents';
import { client } from '@/lib/platform/http/client';
import { applyProposalEndpoint, rejectProposalEndpoint } from '@/lib/services/proposals/endpoints';
import type { ProposalDetail } from '@/lib/services/proposals/schema';
import { errorWords } from '../../page/error-words';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor, useEditorStore } from '../store/editor-context';
import { ChangeList } from '../versions/change-list';
import { proposalQuery, proposalsKey } from './proposal-queries';
import { ProposalTrials } from './proposal-trials';
import { proposalState, proposedBy } from './proposal-words';

interface ProposalSheetProps {
  proposalId: string;
  /** True if its tests are run at once. */
  runsTests: boolean;
  /** Saves pending edits first: a proposal is compared with the stored draft. */
  flush: () => Promise<boolean>;
  onClose: () => void;
}

/** One proposal: what it is for, what to look at, how it does in tests, and what differs. */
export function ProposalSheet({ proposalId, ...props }: ProposalSheetProps) {
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, isPending, refetch } = useQuery(proposalQuery(workflowId, proposalId));
  if (isPending) return <SkeletonRows rows={5} className="m-4 h-12" />;
  if (data === undefined)
    return (
      <div className="p-4">
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </div>
    );
  return <Shown proposal={data} {...props} />;
}

type ShownProps = Omit<ProposalSheetProps, 'proposalId'> & { proposal: ProposalDetail };

function Shown({ proposal, runsTests, flush, onClose }: ShownProps) {
  const { id, words, createdAt, base, document, state } = proposal;
  const [openId, setOpenId] = useState<string | null>(null);
  const diff = useMemo(() => diffDocuments(base, document), [base, document]);
  const { label, tone } = proposalState(proposal);
  return (
    <>
      <div className="flex max-h-[60%] shrink-0 flex-col gap-3 overflow-y-auto border-line border-b bg-surface p-4">
        <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
          <Badge tone={tone}>{label}</Badge>
          {proposedBy(proposal)}, <RelativeTime at={createdAt} />
        </p>
        <p className="max-w-3xl whitespace-pre-wrap break-words text-sm">{words}</p>
        <Findings proposal={proposal} />
        <ProposalTrials proposalId={id} runsTests={runsTests} />
      </div>
      <ChangeList diff={diff} documents={[base, document]} openId={openId} onOpen={setOpenId} />
      {state === 'open' ? <Decision proposal={proposal} flush={flush} onClose={onClose} /> : null}
    </>
  );
}

/** What somebody should see before they decide. */
function Findings({ proposal }: { proposal: ProposalDetail }) {
  const { isMoved, cautions, problems } = proposal;
  const found = problems.filter(({ isNew }) => isNew);
  return (
    <>
      {isMoved ? (
        <Notice tone="warning" title="The draft was saved after this was proposed">
          It can’t be applied any more. Ask for a new proposal, or make the change yourself.
        </Notice>
      ) : null}
      {cautions.length === 0 ? null : (
        <Notice tone="warning" title="Check before you apply">
          <ul className="list-disc pl-4">
            {cautions.map((caution) => (
              <li key={caution}>{caution}</li>
            ))}
          </ul>
        </Notice>
      )}
      {found.length === 0 ? null : (
        <Notice
          tone={found.some(({ severity }) => severity === 'error') ? 'danger' : 'warning'}
          title="New problems"
        >
          <ul className="list-disc pl-4">
            {found.map(({ blockId, message }) => (
              <li key={`${blockId} ${message}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Decision({ proposal, flush, onClose }: Omit<ShownProps, 'runsTests'>) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const queryClient = useQueryClient();
  const { id: proposalId, workflowId: id, isMoved } = proposal;
  const read = () => queryClient.invalidateQueries({ queryKey: proposalsKey(id) });
  const params = { id, proposalId };
  const apply = useMutation({
    mutationFn: async () => {
      if (!(await flush())) throw new Error('The draft is not saved yet, so nothing can be applied.');
      return client.call(applyProposalEndpoint, { params });
    },
    onSuccess: () => {
      toast.success('Proposal applied to the draft');
      onClose();
    },
    onSettled: read,
    meta: { quiet: true },
  });
  const reject = useMutation({
    mutationFn: () => client.call(rejectProposalEndpoint, { params }),
    onSuccess: () => {
      toast.success('Proposal rejected');
      store.setState({ proposals: { openId: null } });
    },
    onSettled: read,
    meta: { quiet: true },
  });
  const error = apply.error ?? reject.error;
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface p-3">
      {error === null ? (
        <p className="min-w-0 flex-1 basis-40 text-muted text-xs">
          The draft stays as it is until you apply the proposal.
        </p>
      ) : (
        <Notice tone="danger" className="min-w-0 flex-1 basis-60">
          {errorWords(error)}
        </Notice>
      )}
      <Button variant="ghost" onClick={() => store.setState({ proposals: { openId: null } })}>
        All proposals
      </Button>
      {readOnly ? null : (
        <>
          <Button busy={reject.isPending} onClick={() => reject.mutate()}>
            Reject
          </Button>
          <Button variant="primary" disabled={isMoved} busy={apply.isPending} onClick={() => apply.mutate()}>
            Apply
          </Button>
        </>
      )}
    </footer>
  );
}
