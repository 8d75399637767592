'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { isShortened } from '@/lib/core/blocks/shortened-value';
import { client } from '@/lib/platform/http/client';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import { runLoggedRequestEndpoint } from '@/lib/services/hooks/endpoints';
import type { LogDetail } from '@/lib/services/logs/schema';
import { RunAgainDialog } from './run-again-dialog';
import { sayRunEnd } from './say-run-end';

/** Starts a new run with what a past one was given; nothing for runs that a schedule or a chat began. */
export function RunAgainButton({ log }: { log: LogDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (log.trigger === 'webhook') return <RequestAgainButton logId={log.id} />;
  const input = inputOf(log);
  if (input === null || log.workflowId === null) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Run again…
      </Button>
      {isOpen ? (
        <RunAgainDialog workflowId={log.workflowId} input={input} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** What the Start block was given, whole. */
function inputOf({ executionData }: LogDetail): Record<string, unknown> | null {
  const span = executionData.traceSpans.find(({ type, status }) => {
    const definition = blockDefinitions.get(type);
    return definition?.hasInput === false && definition.startsOn === undefined && status !== 'skipped';
  });
  const input = span?.input;
  return isJsonObject(input) && !isShortened(input) && !Object.values(input).some(isShortened) ? input : null;
}

/** Runs the live version with the request that started a run. */
function RequestAgainButton({ logId }: { logId: string }) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const again = useMutation({
    mutationFn: () => client.call(runLoggedRequestEndpoint, { params: { id: logId }, query: {} }),
    onSuccess: (answer) => sayRunEnd(answer, { workspaceId, goTo: router.push }),
    onError: (error) => toast.error(errorWords(error)),
  });
  return (
    <Button
      size="sm"
      busy={again.isPending}
      onClick={() => again.mutate()}
      title="The live version runs. Credentials in the headers were not kept."
    >
      Run again with this request
    </Button>
  );
}
