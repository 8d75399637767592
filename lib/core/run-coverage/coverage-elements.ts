import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { allBlocks } from '../graph-walk/reach';
import { readBlock } from '../workflow/read-blocks';
import type { CoverageKind } from './coverage-kinds';

/** A part of a workflow that runs may pass. */
export interface CoverageElement {
  /** `condition`: an expression of a block with several, or what holds if none does. */
  kind: CoverageKind;
  blockId: string;
  blockName: string;
  /** The port; null for a block. */
  port: string | null;
  /** The name of the port. */
  label: string | null;
}

/**
 * Returns the parts that a run can pass: enabled blocks, the conditions of those that choose, and other
 * branches and error ports as far as something is connected to them. In the order of runs.
 */
export function coverageElements(
  compiled: CompiledWorkflow,
  definitions: BlockDefinitions,
): CoverageElement[] {
  const memo = new WeakMap();
  return allBlocks<CompiledBlock>(compiled.blocks).flatMap((block): CoverageElement[] => {
    const stored = compiled.document.blocks[block.id];
    const definition = definitions.get(block.type);
    if (!block.enabled || stored === undefined || definition === undefined) return [];
    const place = { blockId: block.id, blockName: block.name };
    const choosesBy = definition.fields.some(({ kind }) => kind === 'branches');
    const { ports: all } = readBlock(stored, definition, memo);
    const ports = all.flatMap(({ id, label, kind }): CoverageElement[] => {
      const port = { ...place, port: id, label };
      if (kind === 'error') return id === block.errorPort ? [{ ...port, kind: 'error-port' }] : [];
      if (kind !== 'branch') return [];
      if (choosesBy) return [{ ...port, kind: 'condition' }];
      return block.targets.has(id) ? [{ ...port, kind: 'branch' }] : [];
    });
    return [{ ...place, kind: 'block', port: null, label: null }, ...ports];
  });
}
