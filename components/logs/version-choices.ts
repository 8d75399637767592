import { useQuery } from '@tanstack/react-query';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { AgainVersion } from '@/lib/services/replay/schema';
import { useWorkspace } from '../page/workspace-context';
import { workflowsQuery } from '../workflows/workflow-queries';

interface VersionOption {
  value: AgainVersion;
  label: string;
  title: string;
}

const VERSIONS: readonly VersionOption[] = [
  { value: 'original', label: 'As it ran', title: 'The workflow as it was at this run.' },
  { value: 'live', label: 'Live version', title: 'The published version.' },
  { value: 'draft', label: 'Draft', title: 'The workflow as it is in the editor.' },
];
const UNPUBLISHED: readonly VersionOption[] = VERSIONS.filter(({ value }) => value !== 'live');

interface VersionChoices {
  options: readonly VersionOption[];
  /** The version proposed for a new run: the one that callers would run. */
  proposed: AgainVersion;
}

/** Returns the versions in which a past run can run again. `known`: the known workflows. */
export function versionChoices(
  workflowId: string,
  known: ReadonlyArray<Pick<WorkflowSummary, 'id' | 'liveVersion'>> | undefined,
): VersionChoices {
  const workflow = known?.find(({ id }) => id === workflowId);
  const hasLive = known === undefined || (workflow !== undefined && workflow.liveVersion !== null);
  return hasLive ? { options: VERSIONS, proposed: 'live' } : { options: UNPUBLISHED, proposed: 'draft' };
}

export function useVersionChoices(workflowId: string): VersionChoices {
  const { id } = useWorkspace();
  return versionChoices(workflowId, useQuery(workflowsQuery(id)).data);
}
