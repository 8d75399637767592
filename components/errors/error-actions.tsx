'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { toast } from 'sonner';
import { BulkButton } from '@/components/bulk/bulk-button';
import { useWorkspace } from '@/components/page/workspace-context';
import { membersQuery } from '@/components/settings/settings-queries';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { Select } from '@/components/ui/select';
import { serverNow } from '@/lib/platform/http/server-clock';
import type { ErrorGroupChangeInput, ErrorGroupDetail } from '@/lib/services/error-groups/schema';
import { errorGroupActs, latestVersionQuery } from './error-queries';
import { type ChangeChoice, ignoreChoices, resolveChoices } from './group-words';

const NOBODY = 'nobody';

const DONE: Readonly<Record<ErrorGroupDetail['state'], string>> = {
  new: 'Reopened',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  ignored: 'Ignored',
};

/** The state and the assignee of an error; readers see both among its facts. */
export function ErrorActions({ group }: { group: ErrorGroupDetail }) {
  const { id, canWrite } = useWorkspace();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (body: ErrorGroupChangeInput) => errorGroupActs(queryClient, id, group.id).change(body),
    onSuccess: (_, { state }) => toast.success(state === undefined ? 'Assignee changed' : DONE[state]),
  });
  const latest = useQuery({ ...latestVersionQuery(id, group.workflowId), enabled: canWrite });
  if (!canWrite) return <Assignee group={group} />;
  const { state } = group;
  const act = (body: ErrorGroupChangeInput) => change.mutate(body);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'new' ? (
        <Button variant="primary" busy={change.isPending} onClick={() => act({ state: 'acknowledged' })}>
          Acknowledge
        </Button>
      ) : null}
      {state === 'resolved' ? null : (
        <ChoiceMenu
          label="Resolve"
          choices={() => resolveChoices(latest.data ?? null)}
          isBusy={change.isPending}
          onChoose={act}
        />
      )}
      {state === 'ignored' ? null : (
        <ChoiceMenu
          label="Ignore"
          choices={() => ignoreChoices(serverNow())}
          isBusy={change.isPending}
          onChoose={act}
        />
      )}
      {state === 'new' ? null : (
        <Button busy={change.isPending} onClick={() => act({ state: 'new' })}>
          Reopen
        </Button>
      )}
      <AssigneeChoice group={group} isBusy={change.isPending} onChange={act} />
      <BulkButton target={() => ({ errorGroupId: group.id })}>Run again or delete…</BulkButton>
    </div>
  );
}

function Assignee({ group: { assignee } }: { group: ErrorGroupDetail }) {
  return (
    <p className="text-muted text-sm">
      {assignee === null ? 'Nobody is assigned.' : `Assigned to ${assignee.name}`}
    </p>
  );
}

interface ChoiceMenuProps {
  label: string;
  /** Called again when one is chosen, because times count from then. */
  choices: () => ChangeChoice[];
  isBusy: boolean;
  onChoose: (change: ErrorGroupChangeInput) => void;
}

function ChoiceMenu({ label, choices, isBusy, onChoose }: ChoiceMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button disabled={isBusy}>
          {label}
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {choices().map((choice, index) => (
          <DropdownMenuItem
            key={choice.label}
            onSelect={() => onChoose(choices()[index]?.change ?? choice.change)}
          >
            {choice.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface AssigneeChoiceProps {
  group: ErrorGroupDetail;
  isBusy: boolean;
  onChange: (change: ErrorGroupChangeInput) => void;
}

function AssigneeChoice({ group: { assignee }, isBusy, onChange }: AssigneeChoiceProps) {
  const { id } = useWorkspace();
  const members = useQuery(membersQuery(id));
  const people = (members.data?.data ?? [])
    .filter(({ kind }) => kind === 'person')
    .map(({ userId, name }) => ({ value: userId, label: name }));
  // Until the members are loaded, the assignee is the only known one.
  const unlisted =
    assignee !== null && !people.some(({ value }) => value === assignee.id)
      ? [{ value: assignee.id, label: assignee.name }]
      : [];
  const options = [{ value: NOBODY, label: 'Nobody assigned' }, ...people, ...unlisted];
  return (
    <Select
      aria-label="Assigned to"
      className="w-auto min-w-40 max-w-60"
      value={assignee?.id ?? NOBODY}
      options={options}
      disabled={isBusy}
      onValueChange={(value) => onChange({ assigneeId: value === NOBODY ? null : value })}
    />
  );
}
