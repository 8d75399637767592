import { z } from 'zod';
import { multilineText, singleLineText } from '../../platform/text/text-schemas';
import { CanvasColour } from '../blocks/canvas-colour';
import { OutputShapes } from '../blocks/value-shape';
import { SMALL_DOCUMENT } from './example-document';
import { tidyGroups } from './groups';
import {
  FIRST_SCHEMA_VERSION,
  migrateDocument,
  newerDocumentWords,
  SCHEMA_VERSION,
} from './migrate-document';

export const MAX_BLOCKS = 2_000;
export const MAX_EDGES = 5_000;
/** More settings than any block has. */
const MAX_SETTINGS = 100;
/** The size of a full document: 2,000 blocks of 4 KiB. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** A function, since formatting the first number takes milliseconds of each page's start. */
const atMost = (most: number, what: string, count: number) =>
  `At most ${most.toLocaleString('en')} ${what}; this has ${count.toLocaleString('en')}.`;

/** Counts before validating: describing what is wrong with a hundred thousand members takes long. */
const counted = <Schema extends z.ZodType>(most: number, what: string, schema: Schema) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'object' || value === null) return value;
    const count = Object.keys(value).length;
    if (count <= most) return value;
    context.addIssue({ code: 'custom', message: atMost(most, what, count), input: undefined });
    return z.NEVER;
  }, schema);

export const BlockId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use letters, digits, "-" and "_" (64 at most).');
/** The shown name; references use its slug (lowercase, spaces removed). */
export const BlockName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_ -]{0,63}$/,
    'Use the letters A to Z, digits, spaces, "-" and "_", and begin with a letter (64 at most).',
  );

export const Block = z
  .strictObject({
    id: BlockId.meta({ examples: ['greeting'] }),
    type: z.string().min(1).max(40),
    name: BlockName.meta({ examples: ['greeting'] }),
    position: z.strictObject({ x: z.number(), y: z.number() }),
    enabled: z.boolean().default(true),
    /** Checked against the block's definition by `checkWorkflow`. */
    config: counted(MAX_SETTINGS, 'settings', z.record(z.string(), z.unknown())).default({}),
    /** The container of the block; its position then counts from that container's corner. */
    parentId: BlockId.optional(),
    /** The size of a container on the canvas. */
    size: z.strictObject({ width: z.number(), height: z.number() }).optional(),
    /** The known shapes of its outputs before it ran, from the document it was imported from. */
    outputs: OutputShapes.optional(),
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof Block>;

export const Edge = z.strictObject({
  id: BlockId,
  source: BlockId,
  sourceHandle: z.string().max(64).default('out'),
  target: BlockId,
  targetHandle: z.string().max(64).default('in'),
});
export type Edge = z.infer<typeof Edge>;

export const MAX_GROUPS = 200;

/** Blocks that belong together on the canvas; it means nothing to a run. */
export const BlockGroup = z.strictObject({
  id: BlockId,
  title: singleLineText(80, 'Enter a title.'),
  colour: CanvasColour.default('grey'),
  /** Blocks of one container; a block is in one group at most. */
  blockIds: z.array(BlockId).max(MAX_BLOCKS),
});
export type BlockGroup = z.infer<typeof BlockGroup>;

const MAX_AGENT_SECONDS = 3_600;
const MAX_AGENT_CALLS = 100_000;

const wholeNumber = (most: number) =>
  z.int('Enter a whole number.').min(1, 'At least 1.').max(most, `At most ${most}.`).optional();

/** Settings of a workflow as a whole. */
export const WorkflowSettings = z.strictObject({
  /** The most that all agents of one run may spend together: USD, seconds from the run's start, calls. */
  agents: z
    .strictObject({
      usd: z.number().min(0, 'At least 0.').max(10_000, 'At most 10,000.').optional(),
      seconds: wholeNumber(MAX_AGENT_SECONDS),
      calls: wholeNumber(MAX_AGENT_CALLS),
    })
    .optional(),
  /** True if queued runs wait while a server is unavailable, unless a block says otherwise. */
  waitForServers: z.boolean().optional(),
  /** True if the requests with which its runs may have changed something are kept, also of runs without tags. */
  keepEffects: z.boolean().optional(),
});
export type WorkflowSettings = z.infer<typeof WorkflowSettings>;

/** The version of the form of the blocks' configs; a document without one has the first. */
const SchemaVersion = z
  .int()
  .min(FIRST_SCHEMA_VERSION)
  .max(SCHEMA_VERSION, { error: ({ input }) => newerDocumentWords(input) })
  .default(FIRST_SCHEMA_VERSION);

const Containers = counted(MAX_BLOCKS, 'containers', z.record(z.string(), z.unknown()));

/**
 * The saved workflow: stored, exported, sent to the API, and returned as a log's `workflowState`. Parsing
 * brings an older one up to `SCHEMA_VERSION`.
 */
export const WorkflowDocument = z
  .strictObject({
    schemaVersion: SchemaVersion,
    blocks: counted(MAX_BLOCKS, 'blocks', z.record(BlockId, Block)),
    edges: counted(MAX_EDGES, 'connections', z.array(Edge).max(MAX_EDGES)),
    loops: Containers.default({}),
    parallels: Containers.default({}),
    settings: WorkflowSettings.optional(),
    groups: counted(MAX_GROUPS, 'groups', z.array(BlockGroup).max(MAX_GROUPS)).optional(),
  })
  .overwrite((document) => tidyGroups(migrateDocument(document)))
  .meta({
    id: 'WorkflowDocument',
    examples: [SMALL_DOCUMENT],
    externalDocs: { url: '/docs/guide/from-code#the-document' },
  });
export type WorkflowDocument = z.infer<typeof WorkflowDocument>;

export const WorkflowName = singleLineText(120);
export const WorkflowDescription = multilineText(2_000);

/** A workflow without its document, as lists show it. Times are ISO 8601 in UTC. */
export const WorkflowSummary = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    folderId: z.string().nullable(),
    name: z.string(),
    description: z.string(),
    externalId: z
      .string()
      .nullable()
      .describe('The name that it has where it is kept in code; null for what was created without one.'),
    version: z.number().int(),
    /** The published version that callers run; null while there is none: then they run the draft. */
    liveVersion: z.number().int().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'WorkflowSummary' });
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

export const Workflow = WorkflowSummary.extend({ document: WorkflowDocument }).meta({ id: 'Workflow' });
export type Workflow = z.infer<typeof Workflow>;

/**
 * A problem in a document. `refuses`: it can't be saved (cycle, unknown block, duplicate name, broken edge).
 */
export interface WorkflowProblem {
  code: string;
  message: string;
  blockId?: string;
  edgeId?: string;
  /** Config field of the block, or the place in it: `headers.2.value`, `provider.apiKey`. */
  field?: string;
  /** An unknown name in it, and the name that was likely meant. */
  unknown?: string;
  nearest?: string;
  /** The block that should come before. */
  before?: string;
  /** `warning`: it runs, but perhaps not as intended. */
  severity: 'error' | 'warning';
  refuses: boolean;
}

/** Returns the config field of a problem's place. */
export const fieldOfPlace = (place: string): string => place.split(/[.[]/, 1)[0] ?? place;
