import { z } from 'zod';
import { WorkflowSummary } from '../../core/workflow/schema';
import { CommentsRevision } from '../comments/schema';

/** The limit of one update in base64. A whole document is at most 8 MiB. */
const MAX_UPDATE_CHARACTERS = 12 * 1024 * 1024;
const MAX_UPDATES = 200;

const Update = z
  .string()
  .max(MAX_UPDATE_CHARACTERS)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Not base64.');
export const Updates = z.array(Update).max(MAX_UPDATES);

/** Identifies the Yjs document of a workflow; it changes when the document is recreated. */
export const Epoch = z.string().max(64);

const Seq = z.int().min(0).meta({ description: 'Counts updates; each has a higher one than those before.' });

/** The state of a workflow's shared document. */
export const SharedState = z
  .object({ epoch: Epoch, seq: Seq, workflow: WorkflowSummary })
  .meta({ id: 'SharedState' });
export type SharedState = z.infer<typeof SharedState>;

/** The updates that a client lacks. */
export const SharedUpdates = SharedState.extend({
  updates: z.array(z.string()).meta({ description: 'Yjs updates in base64.' }),
}).meta({ id: 'SharedUpdates' });
export type SharedUpdates = z.infer<typeof SharedUpdates>;

export const ClientId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const Point = z.strictObject({ x: z.number(), y: z.number() });
const MAX_SELECTED = 200;
export const MAX_FIELD_NAME_CHARACTERS = 200;

/** A whole document is at most 8 MiB. */
const MAX_TEXT_CHARACTERS = 8 * 1024 * 1024;
const Offset = z.int().min(0).max(MAX_TEXT_CHARACTERS);

/** A caret at `head` in a text of `length` characters, with a selection from `anchor` to there. */
export const TextCaret = z
  .strictObject({ anchor: Offset, head: Offset, length: Offset })
  .refine(({ anchor, head, length }) => Math.max(anchor, head) <= length, 'Behind the end of the text.');
export type TextCaret = z.infer<typeof TextCaret>;

/** A client's position in a workflow. */
export const Place = z.strictObject({
  /** The pointer's position on the canvas. */
  cursor: Point.nullable().default(null),
  /** Ids of the selected blocks. */
  selected: z.array(z.string().max(64)).max(MAX_SELECTED).default([]),
  /** The open block, and its text field with the focus; an empty name if none has it. */
  field: z
    .strictObject({
      blockId: z.string().max(64),
      name: z.string().max(MAX_FIELD_NAME_CHARACTERS),
      caret: TextCaret.nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type Place = z.infer<typeof Place>;

/** One window in which a workflow is open. */
export const Present = z
  .object({ clientId: z.string(), userId: z.string(), name: z.string(), place: Place })
  .meta({ id: 'Present' });
export type Present = z.infer<typeof Present>;

/** An event in a stream of a workflow's edits. */
export const SharedEvent = z
  .discriminatedUnion('kind', [
    SharedUpdates.extend({ kind: z.literal('updates') }),
    z.object({ kind: z.literal('changed'), version: z.int() }).meta({
      description: 'For readers: the workflow is at another version.',
    }),
    z.object({ kind: z.literal('present'), present: z.array(Present) }),
    z.object({ kind: z.literal('comments'), revision: CommentsRevision }).meta({
      description: 'The comments are at another revision.',
    }),
    z.object({ kind: z.literal('pins') }).meta({
      description: 'Pinned outputs may have changed. Also said at the start.',
    }),
    z.object({ kind: z.literal('removed') }),
  ])
  .meta({ id: 'SharedEvent' });
export type SharedEvent = z.infer<typeof SharedEvent>;
