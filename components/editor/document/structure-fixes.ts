import type { FieldKind } from '@/lib/core/blocks/field';
import { readConfig } from '@/lib/core/blocks/read-config';
import { containersAround, findCycle, graphOf } from '@/lib/core/workflow/graph';
import { type Block, fieldOfPlace, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';
import { removeEdges, setConfigField } from './edit-blocks';
import { placeOnCanvas } from './frames';
import { moveInto } from './move-into';
import type { QuickFix } from './quick-fix';

/** Connections across a cycle give several candidates; at most this many are tried to find one. */
const MOST_TRIED = 10;

/**
 * Breaks a cycle where it leads back: of the connections that leave no cycle, at the one that goes furthest
 * left. Two between the same blocks are removed together.
 */
export function withoutCircle(document: WorkflowDocument): QuickFix[] {
  const cycle = findCycle(graphOf(document)) ?? [];
  const { outgoing } = graphOf(document);
  const x = (id: string) => placeOnCanvas(document, id).x;
  const steps = cycle
    .flatMap((source, at) => {
      const target = cycle[(at + 1) % cycle.length];
      const edges = (outgoing.get(source) ?? []).filter((edge) => edge.target === target);
      // No connection leads from a container to its members.
      if (target === undefined || edges.length === 0) return [];
      return [{ source, target, ids: new Set(edges.map(({ id }) => id)) }];
    })
    .sort((a, b) => x(a.target) - x(a.source) - (x(b.target) - x(b.source)));
  const endsAll = steps
    .slice(0, MOST_TRIED)
    .find(({ ids }) => findCycle(graphOf(removeEdges(document, ids))) === null);
  const back = endsAll ?? steps[0];
  if (back === undefined) return [];
  const nameOf = (id: string) => document.blocks[id]?.name ?? id;
  const what = back.ids.size === 1 ? 'connection' : 'connections';
  return [
    {
      label: `Delete the ${what} from ${nameOf(back.source)} to ${nameOf(back.target)}`,
      apply: (now) => removeEdges(now, back.ids),
    },
  ];
}

/** Moves a block out of a container that it can't be in; if too deep, out of the innermost. */
export function takenOut(document: WorkflowDocument, block: Block, isTooDeep: boolean): QuickFix[] {
  if (block.parentId === undefined) return [];
  const [, next] = containersAround(graphOf(document), block.id);
  const parent = document.blocks[block.parentId];
  return [
    {
      label: parent === undefined ? 'Take out of the missing container' : `Take out of ${parent.name}`,
      apply: (now) =>
        isTooDeep ? moveInto(now, new Set([block.id]), next).document : withoutParent(now, block.id),
    },
  ];
}

/** Removes the parent, also of a block inside itself, which no move can tell apart from its container. */
function withoutParent(document: WorkflowDocument, blockId: string): WorkflowDocument {
  const block = document.blocks[blockId];
  if (block === undefined) return document;
  const { parentId: _, ...bare } = block;
  const position = placeOnCanvas(document, blockId);
  const blocks: WorkflowDocument['blocks'] = { ...document.blocks, [blockId]: { ...bare, position } };
  const edges = document.edges.filter(
    ({ source, target }) =>
      (source !== blockId && target !== blockId) || blocks[source]?.parentId === blocks[target]?.parentId,
  );
  return { ...document, blocks, edges };
}

/** Removes the maps, which are derived from the blocks and written with each save. */
export const withoutMaps = (): QuickFix[] => [
  { label: 'Derive it from the blocks', apply: (now) => ({ ...now, loops: {}, parallels: {} }) },
];

/** Sets a block's id to the key that it is listed under. */
export const withItsId = (document: WorkflowDocument, key: string): QuickFix[] =>
  document.blocks[key] === undefined
    ? []
    : [
        {
          label: 'Repair its id',
          apply: (now) => ({ ...now, blocks: { ...now.blocks, [key]: { ...now.blocks[key]!, id: key } } }),
        },
      ];

/** Removes a setting that the block doesn't know. */
export function withoutSetting(block: Block, place: string | undefined): QuickFix[] {
  const field = place === undefined ? undefined : fieldOfPlace(place);
  const isKnown = definitionOf(block.type)?.fields.some(({ name }) => name === field) ?? true;
  // If the setting itself is known, its unknown members can’t be identified from here.
  if (field === undefined || isKnown || !(field in block.config)) return [];
  return [{ label: `Remove “${field}”`, apply: (now) => setConfigField(now, block.id, field, undefined) }];
}

/** Kinds that users write by hand; these are never reset because of a problem. */
const WRITTEN = new Set<FieldKind>([
  'text',
  'secret',
  'multiline',
  'url',
  'code',
  'value',
  'cron',
  'datetime',
]);

/** Resets a value that isn't one of the choices. In a list, only one row would be wrong. */
export function resetValue(block: Block, place: string | undefined): QuickFix[] {
  const field = definitionOf(block.type)?.fields.find(({ name }) => name === place);
  const value = field === undefined ? undefined : block.config[field.name];
  if (field === undefined || typeof value === 'object') return [];
  return typeof value === 'string' && WRITTEN.has(field.kind) ? [] : resetSetting(block, field.name);
}

/** Resets a setting to its default, if that is valid. */
export function resetSetting(block: Block, place: string | undefined): QuickFix[] {
  const name = place === undefined ? undefined : fieldOfPlace(place);
  const definition = definitionOf(block.type);
  const field = definition?.fields.find((each) => each.name === name);
  if (definition === undefined || field === undefined || !(field.name in block.config)) return [];
  const { [field.name]: _, ...rest } = block.config;
  if (readConfig(definition, rest).issues.some((issue) => issue.field === field.name)) return [];
  return [
    { label: `Reset “${field.label}”`, apply: (now) => setConfigField(now, block.id, field.name, undefined) },
  ];
}

/** Disables a row that has no effect: the block does the same, and the row can still be corrected. */
export function disabledRow(block: Block, place: string | undefined): QuickFix[] {
  const [, field, at] = /^(\w+)\.(\d{1,4})\./.exec(place ?? '') ?? [];
  const rows = field === undefined ? undefined : block.config[field];
  const row: unknown = Array.isArray(rows) ? rows[Number(at)] : undefined;
  if (field === undefined || typeof row !== 'object' || row === null) return [];
  const name = 'key' in row && typeof row.key === 'string' ? row.key.trim() : '';
  return [
    {
      label: name === '' ? 'Disable the row' : `Disable the row “${name}”`,
      apply: (now) => {
        const there = now.blocks[block.id]?.config[field];
        if (!Array.isArray(there) || there[Number(at)] === undefined) return now;
        const changed = there.with(Number(at), { ...there[Number(at)], enabled: false });
        return setConfigField(now, block.id, field, changed);
      },
    },
  ];
}
