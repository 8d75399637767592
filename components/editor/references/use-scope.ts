'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { slugOf } from '@/lib/engine/references/slug';
import { client } from '@/lib/http/client';
import { listVariablesEndpoint } from '@/lib/variables/endpoints';
import { blocksBefore } from '@/lib/workflows/graph';
import { definitionOf, outputsOf } from '../document/definition-of';
import { spanOf } from '../run/run-state';
import { useEditor } from '../store/editor-context';
import type { ScopeBlock } from './completion';

/** What a field of this block may reference: every block that comes before, with its last values. */
export function useScope(blockId: string): ScopeBlock[] {
  const document = useEditor((state) => state.document);
  const runs = useEditor((state) => state.run.blocks);
  return useMemo(() => {
    return blocksBefore(document, blockId)
      .reverse()
      .map((block) => {
        const output = spanOf(runs[block.id])?.output;
        return {
          slug: slugOf(block.name),
          name: block.name,
          icon: definitionOf(block.type)?.icon ?? '',
          fields: outputsOf(block),
          ...(isRecord(output) ? { value: output } : {}),
        };
      });
  }, [document, runs, blockId]);
}

const VARIABLES_STALE_MS = 30_000;

/** Names of the workspace's variables; their values never reach the browser. */
export function useVariableNames(): string[] | undefined {
  const workspaceId = useEditor((state) => state.workspaceId);
  const { data } = useQuery({
    queryKey: ['variables', workspaceId],
    queryFn: ({ signal }) => client.call(listVariablesEndpoint, { params: { workspaceId } }, { signal }),
    staleTime: VARIABLES_STALE_MS,
  });
  return useMemo(() => data?.data.map((variable) => variable.name), [data]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
