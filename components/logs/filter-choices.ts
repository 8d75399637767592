import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RUN_STATUS_WORDS } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { folderChoices } from '@/components/workflows/folder-tree';
import { foldersQuery, workflowsQuery } from '@/components/workflows/workflow-queries';
import { triggerDescriptions } from '@/lib/core/blocks/registry/triggers';
import { TRIGGERS } from '@/lib/core/blocks/trigger';
import { LOG_STATUSES } from '@/lib/services/logs/schema';
import type { Choice, FilterChoices } from './typed-query-keys';

const STATUSES: readonly Choice[] = LOG_STATUSES.map((value) => ({ value, label: RUN_STATUS_WORDS[value] }));
const TRIGGER_CHOICES: readonly Choice[] = TRIGGERS.map((value) => ({
  value,
  label: triggerDescriptions[value].label,
}));

/** The choices of the filters; those of workflows and folders are empty until they are loaded. */
export function useFilterChoices(): FilterChoices {
  const { id } = useWorkspace();
  const workflows = useQuery(workflowsQuery(id)).data;
  const folders = useQuery(foldersQuery(id)).data;
  return useMemo(
    () => ({
      statuses: STATUSES,
      triggers: TRIGGER_CHOICES,
      workflows: (workflows ?? []).map(({ id: value, name }) => ({ value, label: name })),
      folders: folderChoices(folders ?? []).map(({ id: value, path }) => ({ value, label: path })),
    }),
    [workflows, folders],
  );
}
