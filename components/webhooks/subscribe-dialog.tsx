'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { newWebhookPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { workflowsQuery } from '@/components/workflows/workflow-queries';

const ALL = 'all';

/** Asks for the workflow of the runs to send; the form opens with it. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { id } = useWorkspace();
  const router = useRouter();
  const workflows = useQuery(workflowsQuery(id));
  const [workflowId, setWorkflowId] = useState('');
  const options = [
    { value: ALL, label: 'All workflows' },
    ...(workflows.data ?? []).map(({ id: value, name }) => ({ value, label: name })),
  ];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="New subscription"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={workflowId === ''}
            onClick={() => {
              router.push(newWebhookPath(id, workflowId === ALL ? null : workflowId));
              onClose();
            }}
          >
            Continue
          </Button>
        </>
      }
    >
      {workflows.isError && !workflows.data ? (
        <LoadFailure error={workflows.error} onRetry={() => workflows.refetch()} />
      ) : null}
      {workflows.data || workflows.isPending ? (
        <Field label="Workflow" help="Completed runs are sent to your receiver.">
          <Select
            value={workflowId}
            onValueChange={setWorkflowId}
            options={options}
            placeholder="Choose a workflow"
          />
        </Field>
      ) : null}
    </Dialog>
  );
}
