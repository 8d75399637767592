'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { NameDialog } from '@/components/page/name-dialog';
import { testsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { client } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { keepAsTestEndpoint } from '@/lib/services/run-tests/endpoints';
import { testsKey } from './test-queries';

const MAX_NAME_CHARACTERS = 120;

/** Keeps a past run as a test of its workflow. */
export function KeepAsTestButton({ log }: { log: Pick<LogDetail, 'id' | 'workflowId'> }) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const keep = useMutation({
    mutationFn: (name: string) => client.call(keepAsTestEndpoint, { params: { id: log.id }, body: { name } }),
    onSuccess: ({ data, doubts }) => {
      setOpen(false);
      void queryClient.invalidateQueries({ queryKey: testsKey(log.workflowId) });
      const [doubt] = doubts;
      toast.success(`“${data.name}” is a test now.`, {
        ...(doubt && { description: doubt.message }),
        action: {
          label: 'View tests',
          onClick: () => router.push(testsPath(workspaceId, log.workflowId)),
        },
      });
    },
    meta: { quiet: true },
  });
  const show = (isShown: boolean) => {
    keep.reset();
    setOpen(isShown);
  };
  return (
    <>
      <Button
        size="sm"
        onClick={() => show(true)}
        title="Compares later versions with this run. Nothing is sent."
      >
        Keep as test…
      </Button>
      <NameDialog
        open={isOpen}
        onOpenChange={show}
        title="Keep this run as a test"
        description={
          'Its input and recorded responses are kept, also after its log is deleted. The test fails when a ' +
          'version ends differently, returns another output or sends other requests.'
        }
        placeholder="An order with a discount"
        submitLabel="Keep as test"
        maxLength={MAX_NAME_CHARACTERS}
        busy={keep.isPending}
        error={keep.isError ? errorWords(keep.error) : undefined}
        onSubmit={(name) => keep.mutate(name)}
      />
    </>
  );
}
