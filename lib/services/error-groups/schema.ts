import { z } from 'zod';
import { Count, Instant } from '../../platform/http/answer-schemas';
import { instantParam } from '../../platform/http/query-params';
import { multilineText } from '../../platform/text/text-schemas';

const LogId = z.string().meta({ examples: ['019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22'] });
const UserId = z.string().meta({ examples: ['01998c1d-0b7e-7a21-9c55-6e8f0a1b2c3d'] });

export const ERROR_GROUP_STATES = ['new', 'acknowledged', 'resolved', 'ignored'] as const;
export const ErrorGroupState = z.enum(ERROR_GROUP_STATES);
export type ErrorGroupState = z.infer<typeof ErrorGroupState>;

const Person = z
  .object({ id: UserId, name: z.string().meta({ examples: ['Ada'] }) })
  .nullable()
  .meta({ description: 'Null: nobody, or somebody who is no longer a member.' });

/** Failed runs with the same workflow, block, code and shape of the message. */
export const ErrorGroup = z
  .object({
    id: z.string(),
    workflowId: z.string(),
    workflowName: z.string().meta({ examples: ['Import orders'] }),
    blockId: z
      .string()
      .nullable()
      .meta({ description: 'Null: no block caused the failure.', examples: ['fetch'] }),
    blockName: z
      .string()
      .nullable()
      .meta({ examples: ['fetch'] }),
    code: z.string().meta({ examples: ['HTTP_STATUS'] }),
    shape: z.string().meta({
      description: 'The message, with `…` for all that changes from run to run.',
      examples: ['Order … was not found.'],
    }),
    message: z.string().meta({
      description: 'The message of the last run, 2,000 characters at most.',
      examples: ['Order 8812 was not found.'],
    }),
    count: Count.meta({
      description: 'Failed runs since it was first seen, also those whose logs are deleted by now.',
    }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    lastLogId: LogId.meta({ description: 'Log of the last run.' }),
    state: ErrorGroupState,
    stateChangedAt: Instant.nullable().meta({ description: 'When a person last set the state.' }),
    stateChangedBy: Person.meta({ description: 'Null: nobody, or somebody whose account is deleted.' }),
    resolvedInVersion: z
      .number()
      .int()
      .nullable()
      .meta({
        description: 'If it is resolved: failures of older versions don’t reopen it. Null: of no version.',
        examples: [null],
      }),
    ignoredUntil: Instant.nullable().meta({
      description: 'If it is ignored: the first failure after this time reopens it. Null: none does.',
      examples: [null],
    }),
    reopenedAt: Instant.nullable().meta({
      description: 'When a failure last made it new again.',
      examples: [null],
    }),
    assignee: Person,
    tags: Count.meta({ description: 'Different tags of its runs, 100 at most.' }),
    comments: Count,
  })
  .meta({ id: 'ErrorGroup' });
export type ErrorGroup = z.infer<typeof ErrorGroup>;

const seenIn = { count: Count, firstSeenAt: Instant, lastSeenAt: Instant };

export const ErrorGroupDetail = ErrorGroup.extend({
  versions: z
    .array(
      z.object({
        version: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'Null: the draft.', examples: [7] }),
        ...seenIn,
      }),
    )
    .meta({ description: 'The 20 in which it was seen last.' }),
  topTags: z
    .array(z.object({ tag: z.string().meta({ examples: ['order-1042'] }), ...seenIn }))
    .meta({ description: 'The 20 most frequent tags.' }),
}).meta({ id: 'ErrorGroupDetail' });
export type ErrorGroupDetail = z.infer<typeof ErrorGroupDetail>;

export const ErrorGroupRun = z
  .object({
    logId: LogId,
    startedAt: Instant,
    endedAt: Instant,
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Null: the draft.', examples: [7] }),
  })
  .meta({ id: 'ErrorGroupRun' });
export type ErrorGroupRun = z.infer<typeof ErrorGroupRun>;

/** Of each state. */
export const MAX_COUNTED_GROUPS = 1_000;

export const ErrorGroupCounts = z
  .object({ new: Count, acknowledged: Count, resolved: Count, ignored: Count })
  .meta({ id: 'ErrorGroupCounts', description: 'Groups by state, each counted up to 1,000.' });
export type ErrorGroupCounts = z.infer<typeof ErrorGroupCounts>;

/** A change by a person; what it leaves out stays as it is. */
export const ErrorGroupChange = z
  .strictObject({
    state: ErrorGroupState.optional().meta({ examples: ['resolved'] }),
    resolvedInVersion: z
      .number('Enter a version’s number.')
      .int('Enter a whole number.')
      .min(1, 'Versions begin with 1.')
      .max(2_147_483_647, 'There is no such version.')
      .nullable()
      .optional()
      .meta({
        description: 'With the state `resolved`: failures of older versions don’t reopen the group.',
        examples: [7],
      }),
    ignoredUntil: instantParam
      .nullable()
      .optional()
      .meta({
        description: 'With the state `ignored`: the first failure after this time reopens the group.',
        examples: [null],
      }),
    assigneeId: z
      .string()
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'A member of the workspace; null: nobody.', examples: [null] }),
  })
  .refine(({ state, resolvedInVersion }) => resolvedInVersion == null || state === 'resolved', {
    path: ['resolvedInVersion'],
    message: 'Give a version only with the state resolved.',
  })
  .refine(({ state, ignoredUntil }) => ignoredUntil == null || state === 'ignored', {
    path: ['ignoredUntil'],
    message: 'Give a time only with the state ignored.',
  })
  .refine(({ state, assigneeId }) => state !== undefined || assigneeId !== undefined, {
    path: ['state'],
    message: 'Give a state or an assignee.',
  });
/** With times in milliseconds since 1970. */
export type ErrorGroupChange = z.output<typeof ErrorGroupChange>;
/** As it is sent: with times as texts. */
export type ErrorGroupChangeInput = z.input<typeof ErrorGroupChange>;

const MAX_COMMENT_CHARACTERS = 4_000;
export const MAX_COMMENTS = 200;

export const ErrorGroupCommentText = multilineText(MAX_COMMENT_CHARACTERS)
  .min(1, 'Write something first.')
  .meta({ examples: ['The provider has an outage.'] });

export const ErrorGroupComment = z
  .object({
    id: z.string(),
    author: z
      .object({ id: UserId, name: z.string() })
      .nullable()
      .meta({ description: 'Null once the account is gone.' }),
    text: z.string().meta({ examples: ['The provider has an outage.'] }),
    createdAt: Instant,
  })
  .meta({ id: 'ErrorGroupComment' });
export type ErrorGroupComment = z.infer<typeof ErrorGroupComment>;
