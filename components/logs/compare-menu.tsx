'use client';

import { useMutation } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { compareLogsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { LogFilters } from './log-filters';
import { neighbourOf } from './neighbour-runs';

/** Opens this run beside another one. */
export function CompareMenu({ log }: { log: LogDetail }) {
  const { id: workspaceId } = useWorkspace();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const find = useMutation({
    mutationFn: (filters: LogFilters) =>
      neighbourOf(workspaceId, log, {
        direction: 'older',
        filters: { workflowIds: log.workflowId, ...filters },
      }),
    onSuccess: (found, filters) => {
      if (found) router.push(compareLogsPath(workspaceId, found.id, log.id));
      else toast.info(`This workflow has no earlier ${filters.level ? 'successful ' : ''}run.`);
    },
    onError: (error) => toast.error(errorWords(error)),
  });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" busy={find.isPending}>
            <GitCompareArrows aria-hidden />
            Compare with…
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => find.mutate({})}>Previous run of this workflow</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => find.mutate({ level: 'info' })}>
            Last successful run before it
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => router.push(compareLogsPath(workspaceId, '', log.id))}>
            Choose from a list…
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setAsking(true)}>Another run by its ID…</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isAsking ? (
        <AskForId
          onClose={() => setAsking(false)}
          onChosen={(other) => router.push(compareLogsPath(workspaceId, other, log.id))}
        />
      ) : null}
    </>
  );
}

const LOG_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function AskForId({ onClose, onChosen }: { onClose: () => void; onChosen: (logId: string) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In a URL of this page the log's id is the last id; the workspace's id precedes it.
    const id = text.slice(0, 2_000).match(LOG_ID)?.at(-1);
    if (id === undefined) setProblem('Enter the id of a log, or the address of its page.');
    else onChosen(id.toLowerCase());
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Compare with another run"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="compare-with">
            Compare
          </Button>
        </>
      }
    >
      <form id="compare-with" onSubmit={submit}>
        <Field label="Log id or address" error={problem}>
          <Input value={text} onChange={(event) => setText(event.target.value)} spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  );
}
