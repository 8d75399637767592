import { z } from 'zod';
import { multilineText } from '../../platform/text/text-schemas';

const MAX_COMMENT_CHARACTERS = 4_000;

/** Plain text with line breaks, never interpreted as HTML or Markdown. */
export const CommentText = multilineText(MAX_COMMENT_CHARACTERS)
  .min(1, 'Write something first.')
  .meta({ examples: ['Which address does this call?'] });

/** A key chosen by the sender, so that a request sent twice creates only one comment. */
export const RequestKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, 'Use 8 to 64 letters and digits.')
  .meta({
    description: 'Any text of your own: a request that is sent again with it writes no second comment.',
    examples: ['Zk3vQ9pLm2Xw'],
  });

const Person = z
  .object({ id: z.string(), name: z.string() })
  .nullable()
  .meta({ description: 'Null once the account is gone.' });

export const Comment = z
  .object({
    id: z.string(),
    author: Person,
    text: z.string().meta({ examples: ['Which address does this call?'] }),
    /** ISO 8601. */
    createdAt: z.string(),
    editedAt: z.string().nullable(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

export const CommentThread = z
  .object({
    id: z.string(),
    blockId: z.string().nullable().meta({ description: 'Null: about the workflow as a whole.' }),
    blockName: z.string().nullable().meta({ description: 'Of the block when the thread began.' }),
    resolved: z.object({ at: z.string(), by: Person }).nullable(),
    createdAt: z.string(),
    comments: z.array(Comment).meta({ description: 'The first to be written first.' }),
  })
  .meta({ id: 'CommentThread' });
export type CommentThread = z.infer<typeof CommentThread>;

/** A comment that names the person who asks. */
export const Mention = z
  .object({
    commentId: z.string(),
    threadId: z.string(),
    blockName: CommentThread.shape.blockName,
    author: Person,
    text: z.string().meta({ description: 'The first 300 characters.' }),
    workspaceId: z.string(),
    workspaceName: z.string(),
    workflowId: z.string(),
    workflowName: z.string(),
    createdAt: z.string(),
    seenAt: z.string().nullable(),
  })
  .meta({ id: 'Mention' });
export type Mention = z.infer<typeof Mention>;

/** Identifies the state of a workflow's comments at one moment. */
export const CommentsRevision = z.string().meta({ examples: ['b6d767d2f8ed5d21a44b0e5886680cb9'] });
