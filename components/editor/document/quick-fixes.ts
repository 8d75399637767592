import { knownHeads } from '@/lib/core/references/find-references';
import { slugOf } from '@/lib/core/references/slug';
import { blocksBefore, containersAround, graphOf, reachableFrom } from '@/lib/core/workflow/graph';
import {
  type Block,
  fieldOfPlace,
  type WorkflowDocument,
  type WorkflowProblem,
} from '@/lib/core/workflow/schema';
import { uniqueBlockName } from './block-names';
import { COLUMN_PX } from './block-size';
import { refuseConnection } from './connection-rules';
import { allDefinitions, definitionOf, onwardPort, portsOf, startsRuns } from './definition-of';
import { removeBlocks, removeEdges, renameInConfig } from './edit-blocks';
import { placeOnCanvas } from './frames';
import { insertBlock } from './insert-block';
import type { QuickFix } from './quick-fix';
import type { ConnectWish } from './reconnect';
import { referenceFixes } from './reference-fixes';
import { replaceVariable } from './replace-variable';
import { shortId } from './short-id';
import {
  disabledRow,
  resetSetting,
  resetValue,
  takenOut,
  withItsId,
  withoutCircle,
  withoutMaps,
  withoutSetting,
} from './structure-fixes';

/** Returns the obvious fixes of a problem, the likeliest first; mostly none or one. */
export function quickFixes(document: WorkflowDocument, problem: WorkflowProblem): QuickFix[] {
  const block = document.blocks[problem.blockId ?? ''];
  switch (problem.code) {
    case 'NAME_DUPLICATE':
    case 'NAME_RESERVED':
      return block === undefined ? [] : [renamed(document, block)];
    case 'REF_BLOCK_UNKNOWN':
      return block === undefined ? [] : meantInstead(document, block, problem);
    case 'REF_TO_ITSELF':
    case 'REF_OUTPUT_UNKNOWN':
    case 'REF_NOT_UNDERSTOOD':
    case 'REF_LOOSE':
      return block === undefined ? [] : referenceFixes(document, block, problem);
    case 'VARIABLE_NOT_FOUND':
      return block === undefined ? [] : otherVariable(block, problem);
    case 'REF_OUT_OF_SCOPE':
      return block === undefined ? [] : connected(document, problem.before, block);
    case 'START_MISSING':
      return withStart(document);
    case 'TRIGGER_LEADS_NOWHERE':
    case 'START_LEADS_NOWHERE':
      return block === undefined
        ? []
        : withTarget(document, block, problem.code === 'START_LEADS_NOWHERE' ? [deleted(block)] : []);
    case 'UNREACHABLE':
      return block === undefined
        ? []
        : [...connected(document, nearestBefore(document, block), block), deleted(block)];
    case 'CYCLE':
      return withoutCircle(document);
    case 'CONTAINER_UNKNOWN':
    case 'CONTAINER_START':
    case 'CONTAINER_CYCLE':
    case 'CONTAINER_TOO_DEEP':
      return block === undefined
        ? withoutMaps()
        : takenOut(document, block, problem.code === 'CONTAINER_TOO_DEEP');
    case 'CONTAINER_MAP':
      return withoutMaps();
    case 'BLOCK_ID_MISMATCH':
      return withItsId(document, problem.blockId ?? '');
    case 'BLOCK_TYPE_UNKNOWN':
    case 'BLOCK_LIMIT':
      return block === undefined ? [] : [deleted(block)];
    case 'CONFIG_KEY_UNKNOWN':
      return block === undefined ? [] : withoutSetting(block, problem.field);
    case 'CONFIG_INVALID':
      return block === undefined ? [] : resetValue(block, problem.field);
    case 'CONNECTION_NOT_FOUND':
      return block === undefined ? [] : resetSetting(block, problem.field);
    case 'CONFIG_DOUBTFUL':
      return block === undefined ? [] : disabledRow(block, problem.field);
    case 'EDGE_DUPLICATE':
    case 'EDGE_END_UNKNOWN':
    case 'EDGE_CROSSES_CONTAINER':
    case 'EDGE_HANDLE_UNKNOWN':
    case 'EDGE_INTO_START':
    case 'EDGE_OF_NOTE':
      return withoutEdge(problem.edgeId);
    default:
      return [];
  }
}

/** Returns the connection that would fix a problem, if the user chooses its other end. */
export function missingConnection(document: WorkflowDocument, problem: WorkflowProblem): ConnectWish | null {
  const block = document.blocks[problem.blockId ?? ''];
  if (block === undefined) return null;
  const [port] = portsOf(block);
  const leadsNowhere = problem.code === 'TRIGGER_LEADS_NOWHERE' || problem.code === 'START_LEADS_NOWHERE';
  if (leadsNowhere && port !== undefined) return { kind: 'output', blockId: block.id, handle: port.id };
  return problem.code === 'UNREACHABLE' ? { kind: 'input', blockId: block.id } : null;
}

/** Returns the name of the variable that a user with write access could create to fix a problem. */
export const missingVariable = ({ code, unknown }: WorkflowProblem): string | null =>
  code === 'VARIABLE_NOT_FOUND' && unknown !== undefined ? unknown : null;

/** Adds a Start left of the leftmost block, connected to it if that connection is allowed. */
function withStart(document: WorkflowDocument): QuickFix[] {
  const start = allDefinitions().find(({ type }) => startsRuns(type));
  if (start === undefined) return [];
  const outer = Object.values(document.blocks).filter(({ parentId }) => parentId === undefined);
  const runs = outer.filter(({ type }) => definitionOf(type)?.hasInput === true);
  const [first] = runs.sort((a, b) => a.position.x - b.position.x);
  const point = { x: (first?.position.x ?? 0) - COLUMN_PX, y: first?.position.y ?? 0 };
  return [
    {
      label: `Add a ${start.title}`,
      apply: (now) => {
        const { document: after, blockId } = insertBlock(now, start, { kind: 'point', point });
        const [connect] = first === undefined ? [] : connected(after, blockId, first);
        return connect === undefined ? after : connect.apply(after);
      },
    },
  ];
}

/** Renames a block; references still refer to the other block of that name. */
function renamed(document: WorkflowDocument, block: Block): QuickFix {
  const name = uniqueBlockName(document, block.name);
  return {
    label: `Rename to ${name}`,
    apply: (now) => ({ ...now, blocks: { ...now.blocks, [block.id]: { ...now.blocks[block.id]!, name } } }),
  };
}

function meantInstead(
  document: WorkflowDocument,
  block: Block,
  { unknown, nearest, field }: WorkflowProblem,
) {
  if (unknown === undefined || nearest === undefined) return [];
  if (!slugsInScope(document, block, field).includes(nearest)) return [];
  const names = Object.values(document.blocks).map(({ name }) => slugOf(name));
  const slugs = new Set([...names, slugOf(unknown)]);
  if (!knownHeads(slugs)(slugOf(unknown))) return [];
  const config = renameInConfig(block, { to: new Map([[slugOf(unknown), nearest]]), slugs });
  if (config === block.config) return [];
  return [
    {
      label: `Use ${nearest} instead`,
      apply: (now: WorkflowDocument) => ({
        ...now,
        blocks: { ...now.blocks, [block.id]: { ...now.blocks[block.id]!, config } },
      }),
    },
  ];
}

function otherVariable({ id }: Block, { unknown, nearest }: WorkflowProblem): QuickFix[] {
  if (unknown === undefined || nearest === undefined) return [];
  return [{ label: `Use ${nearest} instead`, apply: (now) => replaceVariable(now, unknown, nearest, [id]) }];
}

/** Returns slugs of earlier blocks; for fields resolved after an iteration, also of those inside. */
function slugsInScope(document: WorkflowDocument, { id, type }: Block, field: string | undefined): string[] {
  const graph = graphOf(document);
  const own = field === undefined ? undefined : fieldOfPlace(field);
  const when = definitionOf(type)?.fields.find(({ name }) => name === own)?.perIteration;
  const inside = Object.values(document.blocks).filter((other) =>
    when === 'after' ? containersAround(graph, other.id)[0] === id : false,
  );
  return [...blocksBefore(document, id), ...inside].map(({ name }) => slugOf(name));
}

const deleted = ({ id, name }: Block): QuickFix => ({
  label: `Delete ${name}`,
  apply: (now) => removeBlocks(now, new Set([id])),
});

const withoutEdge = (edgeId: string | undefined): QuickFix[] =>
  edgeId === undefined
    ? []
    : [{ label: 'Delete the connection', apply: (now) => removeEdges(now, new Set([edgeId])) }];

function connected(document: WorkflowDocument, fromId: string | undefined, block: Block): QuickFix[] {
  const from = document.blocks[fromId ?? ''];
  const port = from && onwardPort(from);
  if (from === undefined || port === undefined) return [];
  const edge = { source: from.id, sourceHandle: port.id, target: block.id, targetHandle: 'in' };
  if (refuseConnection(document, edge) !== null) return [];
  return [
    {
      label: `Connect after ${from.name}`,
      apply: (now) => ({ ...now, edges: [...now.edges, { id: shortId(), ...edge }] }),
    },
  ];
}

/**
 * A Start that other triggers have replaced is more likely left over than not connected, so `removal`
 * comes before a connection that it would share.
 */
function withTarget(document: WorkflowDocument, from: Block, removal: readonly QuickFix[]): QuickFix[] {
  const own = leadingTo(document, from, withoutTrigger(document, from));
  if (own.length > 0) return [...own, ...removal];
  return [...removal, ...leadingTo(document, from, afterOtherTriggers(document, from))];
}

/** Connects to the first of `targets`, if there is one and the connection is allowed. */
function leadingTo(document: WorkflowDocument, from: Block, [to]: readonly Block[]): QuickFix[] {
  const [port] = portsOf(from);
  if (to === undefined || port === undefined) return [];
  const edge = { source: from.id, sourceHandle: port.id, target: to.id, targetHandle: 'in' };
  if (refuseConnection(document, edge) !== null) return [];
  return [
    {
      label: `Connect to ${to.name}`,
      apply: (now) => ({ ...now, edges: [...now.edges, { id: shortId(), ...edge }] }),
    },
  ];
}

/** Blocks that could be first and have no incoming edge, nearest first. */
function withoutTrigger(document: WorkflowDocument, from: Block): Block[] {
  const { incoming } = graphOf(document);
  const near = distanceFrom(document, from);
  return Object.values(document.blocks)
    .filter(
      ({ id, type, parentId }) =>
        definitionOf(type)?.hasInput === true &&
        parentId === undefined &&
        (incoming.get(id) ?? []).length === 0,
    )
    .sort((a, b) => near(a.id) - near(b.id));
}

function afterOtherTriggers(document: WorkflowDocument, from: Block): Block[] {
  const { outgoing } = graphOf(document);
  return Object.values(document.blocks)
    .filter(({ id, type }) => startsRuns(type) && id !== from.id)
    .flatMap(({ id }) => outgoing.get(id) ?? [])
    .flatMap(({ target }) => document.blocks[target] ?? []);
}

function distanceFrom(document: WorkflowDocument, block: Block): (id: string) => number {
  const at = placeOnCanvas(document, block.id);
  return (id) => {
    const { x, y } = placeOnCanvas(document, id);
    return Math.hypot(x - at.x, y - at.y);
  };
}

/** Returns the nearest block that runs and has no outgoing edge: likely the intended predecessor. */
function nearestBefore(document: WorkflowDocument, block: Block): string | undefined {
  const graph = graphOf(document);
  const starts = Object.values(document.blocks).filter(({ type }) => startsRuns(type));
  const runs = reachableFrom(
    graph,
    starts.map(({ id }) => id),
  );
  const distance = distanceFrom(document, block);
  return [...runs]
    .filter((id) => {
      const other = document.blocks[id];
      if (other === undefined || other.parentId !== block.parentId) return false;
      return (graph.outgoing.get(id) ?? []).length === 0 && portsOf(other).length > 0;
    })
    .sort((a, b) => distance(a) - distance(b))[0];
}
