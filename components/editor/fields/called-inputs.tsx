'use client';

import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { Button } from '../../ui/button';
import { useSetting } from '../store/use-setting';
import { inputsOfRun } from './inputs-of-run';
import type { EditedValue } from './value-list';

export interface CalledInputsProps {
  blockId: string;
  /** The setting that names the called workflow. */
  setting: string;
  rows: readonly EditedValue[];
  onAdd: (rows: EditedValue[]) => void;
}

/** Offers the inputs of the called workflow that have no row yet. */
export function CalledInputs({ blockId, setting, rows, onAdd }: CalledInputsProps) {
  const workflowId = String(useSetting(blockId, setting) ?? '');
  const { data } = useQuery({
    queryKey: ['called-workflow', workflowId],
    queryFn: ({ signal }) => client.call(getWorkflowEndpoint, { params: { id: workflowId } }, { signal }),
    enabled: workflowId !== '',
    meta: { quiet: true },
  });
  const inputs = data === undefined ? [] : inputsOfRun(data.data.document);
  const missing = inputs.filter(({ name }) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return null;
  return (
    <Button
      size="sm"
      className="self-start"
      onClick={() => onAdd(missing.map(({ name, type }) => ({ name, type, value: '' })))}
    >
      <ListPlus aria-hidden />
      Add its inputs: {missing.map(({ name }) => name).join(', ')}
    </Button>
  );
}
