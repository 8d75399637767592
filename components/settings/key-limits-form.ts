import { KEY_LIMITS } from '@/lib/services/api-keys/schema';

/** The limits of a key as they are typed. */
export interface KeyLimitsDraft {
  /** Separated by commas, spaces or lines; empty: from everywhere. */
  addresses: string;
  workflows: 'all' | 'some';
  workflowIds: readonly string[];
}

export const NO_LIMITS: KeyLimitsDraft = { addresses: '', workflows: 'all', workflowIds: [] };

interface Limits {
  addresses: string[] | null;
  workflowIds: string[] | null;
}

export const draftOf = ({ addresses, workflowIds }: Limits): KeyLimitsDraft => ({
  addresses: addresses?.join('\n') ?? '',
  workflows: workflowIds === null ? 'all' : 'some',
  workflowIds: workflowIds ?? [],
});

export function limitsOf({ addresses, workflows, workflowIds }: KeyLimitsDraft): Limits {
  const ranges = addresses.split(/[\s,]+/).filter((range) => range !== '');
  return {
    addresses: ranges.length === 0 ? null : ranges,
    workflowIds: workflows === 'all' ? null : [...workflowIds],
  };
}

/** Returns what the form shows at its fields; undefined where nothing is wrong. */
export function limitProblems(
  draft: KeyLimitsDraft,
): Record<'addresses' | 'workflowIds', string | undefined> {
  const { addresses, workflowIds } = limitsOf(draft);
  return {
    addresses: KEY_LIMITS.addresses.safeParse(addresses).error?.issues[0]?.message,
    workflowIds:
      workflowIds?.length === 0
        ? 'Choose at least one workflow.'
        : KEY_LIMITS.workflowIds.safeParse(workflowIds).error?.issues[0]?.message,
  };
}
