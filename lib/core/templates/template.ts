import { SCHEMA_VERSION } from '../workflow/migrate-document';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';

export const TEMPLATE_CATEGORIES = {
  data: 'Data and sync',
  reliability: 'Retries and limits',
  webhooks: 'Webhooks',
  people: 'People and approvals',
  ai: 'AI',
  monitoring: 'Monitoring',
} as const;
export type TemplateCategory = keyof typeof TEMPLATE_CATEGORIES;

/** A variable that the template's blocks name. */
export interface NeededVariable {
  name: string;
  /** What belongs into it. */
  about: string;
  /** What a value looks like; for something that is no secret. */
  example: string;
  secret: boolean;
}

/** Something of the workspace that blocks name by its id, in the config member at `path`. */
interface Place {
  blockId: string;
  path: readonly string[];
}

export interface NeededConnection extends Place {
  about: string;
}

/** A workflow that is made beside this one, for a block that calls it. */
export interface NeededWorkflow extends Place {
  name: string;
  about: string;
  document: WorkflowDocument;
}

/** A workflow to begin with: it does something useful once what it needs is given. */
export interface WorkflowTemplate {
  id: string;
  name: string;
  /** One or two sentences: what it does, and what for. */
  about: string;
  category: TemplateCategory;
  /** Other words people look for it with. */
  words: readonly string[];
  variables: readonly NeededVariable[];
  connection?: NeededConnection;
  workflow?: NeededWorkflow;
  document: WorkflowDocument;
}

/** A block as templates write it, under its id. */
export interface TemplateBlock {
  type: string;
  /** Column and row, of the canvas or inside the container that it lies in. */
  at: readonly [column: number, row: number];
  /** Id of the container it lies in. */
  in?: string;
  config: Record<string, unknown>;
}

const COLUMN_PX = 272;
const ROW_PX = 192;
/** From a container's corner to the first block inside. */
const INSIDE_PX = { x: 24, y: 88 };

/**
 * `edges`: `orders > totals` from the port for what comes next, `orders:error > alert` from another. Blocks
 * are called what their id says.
 */
export function documentOf(
  blocks: Readonly<Record<string, TemplateBlock>>,
  edges: readonly string[],
): WorkflowDocument {
  return {
    schemaVersion: SCHEMA_VERSION,
    blocks: Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, blockOf(id, block)])),
    edges: edges.map((edge, index) => edgeOf(edge, `e${index + 1}`)),
    loops: {},
    parallels: {},
  };
}

function blockOf(id: string, { type, at: [column, row], in: parentId, config }: TemplateBlock): Block {
  const from = parentId === undefined ? { x: 0, y: 0 } : INSIDE_PX;
  return {
    id,
    type,
    name: id.replaceAll('_', ' '),
    enabled: true,
    config,
    position: { x: from.x + Math.round(column * COLUMN_PX), y: from.y + Math.round(row * ROW_PX) },
    ...(parentId === undefined ? {} : { parentId }),
  };
}

function edgeOf(edge: string, id: string): Edge {
  const [from = '', target = ''] = edge.split(' > ');
  const [source = '', sourceHandle = 'out'] = from.split(':');
  return { id, source, sourceHandle, target, targetHandle: 'in' };
}

/** Text beside the blocks that says how it works and what to change. */
export const note = (text: string, at: TemplateBlock['at'] = [0, -1]): TemplateBlock => ({
  type: 'note',
  at,
  config: { text },
});

/** An address or another setting, readable by the workspace's members. */
export const plain = (name: string, about: string, example: string): NeededVariable => ({
  name,
  about,
  example,
  secret: false,
});

export const secret = (name: string, about: string): NeededVariable => ({
  name,
  about,
  example: '',
  secret: true,
});

export const jsonBody = (value: string) => ({ kind: 'json', value });
export const bearer = (token: string) => ({ kind: 'bearer', token });
