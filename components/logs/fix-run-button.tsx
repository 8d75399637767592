'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAssistant } from '@/components/page/assistant-queries';
import { adviceFor } from '@/components/page/error-advice';
import { errorWords } from '@/components/page/error-words';
import { proposalPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { testsKey } from '@/components/run-tests/test-queries';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import { client } from '@/lib/platform/http/client';
import { fixRunEndpoint } from '@/lib/services/assistant/endpoints';
import type { RunFix } from '@/lib/services/assistant/schema';
import type { LogDetail } from '@/lib/services/logs/schema';

type Fixed = Pick<LogDetail, 'id' | 'workflowId'>;

/** Asks for a change that fixes a failed run; renders nothing if the workspace has no model for it. */
export function FixRunButton({ log }: { log: Fixed }) {
  const model = useAssistant();
  const [isOpen, setOpen] = useState(false);
  if (model === null) return null;
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        title="Proposes a change, and tests it on this run. Nothing is sent."
      >
        Fix this run…
      </Button>
      {isOpen ? <FixDialog log={log} model={model.model} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function FixDialog({ log, model, onClose }: { log: Fixed; model: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const fix = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      const asked = { params: { id: log.workflowId }, body: { logId: log.id } };
      return client.call(fixRunEndpoint, asked, { signal });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: testsKey(log.workflowId) }),
    meta: { quiet: true },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Fix this run"
      description={
        'The assistant proposes a change. This run becomes a test that fails until the workflow is fixed. ' +
        'Recorded responses are used: nothing is sent, and the draft stays as it is.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {fix.isSuccess ? null : (
            <Button variant="primary" busy={fix.isPending} onClick={() => fix.mutate()}>
              Propose a fix
            </Button>
          )}
        </>
      }
    >
      <div role="status" className="flex flex-col gap-3">
        {fix.isPending ? <Status kind="running" label={`Asking ${model}…`} /> : null}
        {fix.isError ? <Notice tone="danger">{errorWords(fix.error)}</Notice> : null}
        {fix.data === undefined ? null : <Outcome fix={fix.data.data} />}
      </div>
    </Dialog>
  );
}

function Outcome({ fix: { reply, proposal, before, after } }: { fix: RunFix }) {
  const { id: workspaceId } = useWorkspace();
  if (!reply.ok)
    return (
      <Notice tone="danger" title={reply.message}>
        {adviceFor(reply.code)}
      </Notice>
    );
  const isFixed = before?.status === 'failed' && after?.status === 'passed';
  return (
    <>
      <p className="whitespace-pre-wrap break-words text-sm">{reply.explanation}</p>
      {proposal === null ? (
        <p className="text-muted text-sm">No changes to the workflow were proposed.</p>
      ) : (
        <Notice
          tone={isFixed ? 'success' : 'warning'}
          title={
            isFixed ? 'The test fails on the draft, and passes with the proposal' : 'The test still fails'
          }
        >
          <Link className="underline" href={proposalPath(workspaceId, proposal.workflowId, proposal.id)}>
            Open the proposal
          </Link>
          {isFixed ? '' : ': it does not make this run succeed.'}
        </Notice>
      )}
    </>
  );
}
