'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import { ARGS_HEAD } from '@/lib/core/blocks/tools';
import type { TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import { slugOf } from '@/lib/core/references/slug';
import { connectionsQuery, variablesQuery } from '../../settings/settings-queries';
import { useEditor, useEditorStore } from '../store/editor-context';
import { setKnownNames } from '../store/editor-store';
import { useSurroundings } from '../store/use-surroundings';
import type { ChipScope } from './chips';
import { argumentsOf, scopeOf } from './scope-of';
import { useLastOutputs } from './use-last-outputs';

/** Returns the scope for completion and chips of a block's fields. */
export function useReferenceScope(
  blockId: string,
  when?: Field['perIteration'],
  args?: string,
  place: TextPlace = 'none',
) {
  const document = useSurroundings(blockId);
  const outputs = useLastOutputs();
  const variables = useEditor((state) => state.variables);
  const scope = useMemo(
    () => [...argumentsOf(document, blockId, args), ...scopeOf(document, blockId, outputs, when)],
    [document, blockId, outputs, when, args],
  );
  const chipScope = useMemo((): ChipScope => {
    const name = document.blocks[blockId]?.name ?? '';
    return {
      self: { slug: slugOf(name), name },
      blocks: new Map([
        ...Object.values(document.blocks).map((block) => [slugOf(block.name), block.name] as const),
        ...(args === undefined ? [] : [[ARGS_HEAD, ARGS_HEAD] as const]),
      ]),
      before: scope,
      variables,
      place,
    };
  }, [document, blockId, scope, variables, args, place]);
  return { scope, chipScope, variables };
}

const NAMES_STALE_MS = 30_000;

/** Loads the names of the workspace's variables and connections into the store, never their values. */
export function useKnownNames(): void {
  const store = useEditorStore();
  const workspaceId = useEditor((state) => state.workspaceId);
  const { data } = useQuery({ ...variablesQuery(workspaceId), staleTime: NAMES_STALE_MS });
  const { data: connections } = useQuery({ ...connectionsQuery(workspaceId), staleTime: NAMES_STALE_MS });
  useEffect(() => {
    if (data === undefined) return;
    setKnownNames(store, { variables: data.map(({ name }) => name) });
  }, [store, data]);
  useEffect(() => {
    if (connections === undefined) return;
    setKnownNames(store, { connections: connections.data.map(({ id }) => id) });
  }, [store, connections]);
}
