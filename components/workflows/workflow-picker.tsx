'use client';

import { useQuery } from '@tanstack/react-query';
import { Command as Cmdk } from 'cmdk';
import { ArrowUpRight, ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from '@/components/ui/link';
import { workflowPath } from '../page/paths';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { Field, useFieldControl } from '../ui/field';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover';
import { byPlainLetters } from '../ui/search-dialog';
import { workflowsQuery } from './workflow-queries';

export interface WorkflowPickerProps {
  workspaceId: string;
  /** The workflow that is being edited; the list says which it is. */
  ownId?: string;
  label: string;
  help?: string | undefined;
  /** Empty: none is chosen. */
  id: string;
  problem?: ReactNode;
  readOnly: boolean;
  onChange: (id: string) => void;
}

/** A field for one of the workspace's workflows, found by its name. */
export function WorkflowPicker(props: WorkflowPickerProps) {
  const { workspaceId, ownId, label, help, id, problem, readOnly, onChange } = props;
  const { data: workflows, isError } = useQuery(workflowsQuery(workspaceId));
  const chosen = workflows?.find((workflow) => workflow.id === id);
  const isGone = id !== '' && workflows !== undefined && chosen === undefined;
  const error = isGone
    ? 'This workflow was deleted. Choose another one.'
    : isError
      ? 'The workflows could not be read.'
      : problem;
  return (
    <Field
      label={label}
      help={help}
      error={error}
      aside={
        chosen === undefined ? null : (
          <Link
            href={workflowPath(workspaceId, id)}
            className="flex items-center gap-0.5 text-accent hover:underline"
          >
            Open
            <ArrowUpRight className="size-3.5" aria-hidden />
          </Link>
        )
      }
    >
      <Picker
        name={chosen?.name ?? (id === '' ? null : isGone ? 'Deleted workflow' : '…')}
        workflows={workflows ?? []}
        ownId={ownId}
        disabled={readOnly}
        onChoose={onChange}
      />
    </Field>
  );
}

interface PickerProps {
  name: string | null;
  workflows: ReadonlyArray<{ id: string; name: string }>;
  ownId: string | undefined;
  disabled: boolean;
  onChoose: (id: string) => void;
}

function Picker({ name, workflows, ownId, disabled, onChoose }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (id: string) => {
    setOpen(false);
    onChoose(id);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button {...useFieldControl()} disabled={disabled} className="w-full justify-between font-normal">
          <span className={name === null ? 'text-muted' : 'truncate'}>{name ?? 'Choose a workflow'}</span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" className="w-(--radix-popover-trigger-width) min-w-64 p-0">
        <Cmdk loop label="Choose a workflow" filter={byPlainLetters}>
          <div className="flex items-center gap-2 border-line border-b px-3">
            <Search className="size-4 text-faint" aria-hidden />
            <Cmdk.Input
              autoFocus
              placeholder="Search workflows"
              className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none"
            />
          </div>
          <Cmdk.List className="max-h-64 overflow-y-auto p-1">
            <Cmdk.Empty className="px-3 py-6 text-center text-muted text-sm">No results</Cmdk.Empty>
            {workflows.map((workflow) => (
              <Cmdk.Item
                key={workflow.id}
                value={workflow.id}
                keywords={[workflow.name]}
                onSelect={() => choose(workflow.id)}
                className={cn(
                  'flex cursor-default gap-2 rounded-md px-2 py-1.5 text-sm',
                  'data-[selected=true]:bg-hover',
                )}
              >
                <span className="truncate">{workflow.name}</span>
                {workflow.id === ownId ? <span className="text-faint">this one</span> : null}
              </Cmdk.Item>
            ))}
          </Cmdk.List>
        </Cmdk>
      </PopoverContent>
    </Popover>
  );
}
