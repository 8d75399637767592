'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { splitShortened } from '@/lib/core/blocks/shortened-value';
import { slugOf } from '@/lib/core/references/slug';
import { blocksBefore } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { variablesQuery } from '../../settings/settings-queries';
import { definitionOf, iconOf, outputsOf } from '../document/definition-of';
import { useEditor, useEditorStore } from '../store/editor-context';
import { setKnownVariables } from '../store/editor-store';
import { useSurroundings } from '../store/use-surroundings';
import type { ChipScope } from './chips';
import type { ScopeBlock } from './known-value';
import type { LastOutput } from './last-outputs';
import { useLastOutputs } from './use-last-outputs';

/** What a field of this block may reference, nearest block first, with the last values. */
export function scopeOf(
  document: WorkflowDocument,
  blockId: string,
  outputs: ReadonlyMap<string, LastOutput>,
): ScopeBlock[] {
  return blocksBefore(document, blockId)
    .reverse()
    .map((block) => {
      const definition = definitionOf(block.type);
      const last = outputs.get(block.id);
      // Of what is shortened only the shape is known here.
      const { whole, shortened } = splitShortened(last?.output);
      const shapes = {
        ...block.outputs,
        ...Object.fromEntries(
          shortened.flatMap(({ name, value }) => (value.shape ? [[name, value.shape]] : [])),
        ),
      };
      return {
        slug: slugOf(block.name),
        name: block.name,
        icon: iconOf(block.type),
        fields: outputsOf(block),
        isOpen: definition?.openOutputs ?? definition === undefined,
        ...(last === undefined ? {} : { last: { ...last, output: whole as LastOutput['output'] } }),
        ...(Object.keys(shapes).length === 0 ? {} : { shapes }),
      };
    });
}

/** What completion and chips of a block's fields go by. */
export function useReferenceScope(blockId: string) {
  const document = useSurroundings(blockId);
  const outputs = useLastOutputs();
  const variables = useEditor((state) => state.variables);
  const scope = useMemo(() => scopeOf(document, blockId, outputs), [document, blockId, outputs]);
  const chipScope = useMemo((): ChipScope => {
    const name = document.blocks[blockId]?.name ?? '';
    return {
      self: { slug: slugOf(name), name },
      blocks: new Map(Object.values(document.blocks).map((block) => [slugOf(block.name), block.name])),
      before: scope,
      variables,
    };
  }, [document, blockId, scope, variables]);
  return { scope, chipScope, variables };
}

const VARIABLES_STALE_MS = 30_000;

/** Keeps the names of the workspace's variables in the store; their values never reach the browser. */
export function useKnownVariables(): void {
  const store = useEditorStore();
  const workspaceId = useEditor((state) => state.workspaceId);
  const { data } = useQuery({ ...variablesQuery(workspaceId), staleTime: VARIABLES_STALE_MS });
  useEffect(() => {
    if (data === undefined) return;
    setKnownVariables(
      store,
      data.map(({ name }) => name),
    );
  }, [store, data]);
}
