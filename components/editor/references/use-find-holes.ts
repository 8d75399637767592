import { useMemo } from 'react';
import type { FindHoles } from '@/lib/core/blocks/condition/rules';
import { knownHeads } from '@/lib/core/references/find-references';
import { looksLikeVariable } from '@/lib/core/references/read-variable';
import { slugOf } from '@/lib/core/references/slug';
import { parseTemplate } from '@/lib/core/references/template';
import { useEditor } from '../store/editor-context';
import { useSurroundings } from '../store/use-surroundings';

/** Finds the references and variables that a run of this workflow will see in a text of the block. */
export function useFindHoles(blockId: string): FindHoles {
  const document = useSurroundings(blockId);
  const variables = useEditor((state) => state.variables);
  return useMemo(() => {
    const isKnownHead = knownHeads(Object.values(document.blocks).map(({ name }) => slugOf(name)));
    const isVariable = (name: string) =>
      variables === undefined || variables.includes(name) || looksLikeVariable(name);
    return (text) =>
      parseTemplate(text, isKnownHead, 'ours', 'code').parts.flatMap((part) => {
        if (typeof part === 'string') return [];
        if (part.kind === 'reference') return [{ start: part.reference.start, end: part.reference.end }];
        const { start, end, slashes, name } = part;
        return slashes % 2 === 0 && isVariable(name) ? [{ start, end }] : [];
      });
  }, [document, variables]);
}
