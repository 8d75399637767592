import { z } from 'zod';
import { BlockId, BlockName } from '../workflow/schema';

const MAX_BLOCKS = 60;
const MAX_EDGES = 300;
const MAX_SETTINGS = 100;
export const MAX_EXPLANATION_CHARACTERS = 6_000;

/** A new block, or the changes to an existing one. */
const ChangedBlock = z.strictObject({
  id: BlockId,
  /** The type of a new block. */
  type: z.string().min(1).max(40).optional(),
  name: BlockName.optional(),
  enabled: z.boolean().optional(),
  /** The container of a new block. */
  parentId: BlockId.optional(),
  /** The settings to change, each with its whole new value; null resets one to its default. */
  config: z
    .record(z.string().max(100), z.unknown())
    .refine((config) => Object.keys(config).length <= MAX_SETTINGS, `At most ${MAX_SETTINGS} settings.`)
    .default({}),
});
export type ChangedBlock = z.infer<typeof ChangedBlock>;

const EdgeEnds = z.strictObject({
  source: BlockId,
  sourceHandle: z.string().max(64).default('out'),
  target: BlockId,
  targetHandle: z.string().max(64).default('in'),
});
export type EdgeEnds = z.infer<typeof EdgeEnds>;

/** A change to a workflow. Applying it twice has the same effect as applying it once. */
export const ProposedChange = z
  .strictObject({
    blocks: z.array(ChangedBlock).max(MAX_BLOCKS, `At most ${MAX_BLOCKS} blocks at once.`).default([]),
    removedBlocks: z.array(BlockId).max(MAX_BLOCKS).default([]),
    edges: z.array(EdgeEnds).max(MAX_EDGES, `At most ${MAX_EDGES} connections at once.`).default([]),
    removedEdges: z.array(EdgeEnds).max(MAX_EDGES).default([]),
  })
  .meta({ id: 'ProposedChange' });
export type ProposedChange = z.infer<typeof ProposedChange>;

/** The answer that a model is asked for. */
export const AssistantAnswer = z.strictObject({
  explanation: z
    .string()
    .min(1)
    .max(MAX_EXPLANATION_CHARACTERS, `At most ${MAX_EXPLANATION_CHARACTERS} characters.`),
  change: ProposedChange.nullable().default(null),
});
export type AssistantAnswer = z.infer<typeof AssistantAnswer>;
