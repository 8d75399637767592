'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { NameDialog } from '@/components/page/name-dialog';
import { blockPath, testsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { testsKey } from '@/components/run-tests/test-queries';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { RehearsedCase } from '@/lib/core/rehearsal/rehearsal-shape';
import { client } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { keepRehearsedEndpoint } from '@/lib/services/rehearsal/endpoints';
import { FAULT_TITLES, OUTCOME_WORDS, type RehearsalCell, toneOf } from './cells';

const MAX_NAME_CHARACTERS = 120;

interface CellDetailsProps {
  log: Pick<LogDetail, 'id' | 'workflowId'>;
  version: 'original' | 'draft';
  seed: number;
  cell: RehearsalCell;
}

/** What happens in one cell, and what can be done about it. */
export function CellDetails({ log, version, seed, cell }: CellDetailsProps) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const { request, fault, cases } = cell;
  const title = `${FAULT_TITLES[fault]}, ${request.blockName}`;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-sm">{title}</h3>
        <Button asChild size="sm" variant="ghost">
          <Link href={blockPath(workspaceId, log.workflowId, request.blockId)}>
            {request.canCatch ? 'Open its error port' : 'Connect its error port'}
          </Link>
        </Button>
      </div>
      <ul className="flex flex-col gap-2">
        {cases.map((one) => (
          <li key={one.path} className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={toneOf(one)}>{OUTCOME_WORDS[one.outcome]}</Badge>
            <span className="wrap-anywhere min-w-0 flex-1">{one.words}</span>
            {canWrite && one.outcome !== 'unknown' ? (
              <KeepCaseButton log={log} asked={{ version, seed }} one={one} blockName={request.blockName} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface KeepCaseProps {
  log: CellDetailsProps['log'];
  asked: Pick<CellDetailsProps, 'version' | 'seed'>;
  one: RehearsedCase;
  blockName: string;
}

function KeepCaseButton({ log, asked, one, blockName }: KeepCaseProps) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { step, fault, path } = one;
  const place = path === null ? '' : ` (${path})`;
  const keep = useMutation({
    mutationFn: (name: string) =>
      client.call(keepRehearsedEndpoint, {
        params: { id: log.id },
        body: { ...asked, step, fault, path, name },
      }),
    onSuccess: ({ data }) => {
      setOpen(false);
      void queryClient.invalidateQueries({ queryKey: testsKey(log.workflowId) });
      toast.success(`“${data.name}” is a test now.`, {
        action: {
          label: 'View tests',
          onClick: () => router.push(testsPath(workspaceId, log.workflowId)),
        },
      });
    },
    meta: { quiet: true },
  });
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Keep as test…
      </Button>
      <NameDialog
        open={isOpen}
        onOpenChange={(isShown) => {
          keep.reset();
          setOpen(isShown);
        }}
        title="Keep this case as a test"
        description={
          'The test has this run with this fault, and expects what the workflow gives with it now. Once you ' +
          'have mended the workflow, accept the new result.'
        }
        initial={`${blockName}: ${FAULT_TITLES[fault]}${place}`.slice(0, MAX_NAME_CHARACTERS)}
        submitLabel="Keep as test"
        maxLength={MAX_NAME_CHARACTERS}
        busy={keep.isPending}
        error={keep.isError ? errorWords(keep.error) : undefined}
        onSubmit={(name) => keep.mutate(name)}
      />
    </>
  );
}
