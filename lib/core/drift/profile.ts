import { z } from 'zod';

/** Limits for the depth, number and length of the watched paths; the rest of an answer is not watched. */
export const MAX_DEPTH = 8;
export const MAX_PATHS = 300;
export const MAX_PATH_LENGTH = 300;
/** The most values of one answer. */
export const MAX_VALUES = 5_000;
/** The most fields of one object; with more it is a map, whose keys are data. */
export const MAX_FIELDS = 60;
/** The most events on trial at the same time in one profile. */
export const MAX_TRIALS = 40;

/** Counts answers, not values: a list of a thousand items without a field is one answer without it. */
const PathCounts = z.object({
  /** Answers in which its parent was present. */
  of: z.number(),
  /** Answers in which it was present at least once. */
  there: z.number(),
  /** Answers by event: `missing` (at least once), `null`, or a type's name. */
  seen: z.record(z.string(), z.number()),
  /** True for an object whose keys are data: its values share the path `*`. */
  map: z.boolean().optional(),
});
export type PathCounts = z.infer<typeof PathCounts>;

/** An event never seen before, and how often it has occurred since. */
const Trial = z.object({
  path: z.string(),
  event: z.string(),
  /** The events seen before, with their numbers of answers. */
  before: z.record(z.string(), z.number()),
  /** Answers without it before its first occurrence. */
  clean: z.number(),
  /** Answers since then, including the first; `hits` counts those with it. */
  answers: z.number(),
  hits: z.number(),
  /** Answers without it since its last occurrence. */
  sinceLast: z.number(),
  /** Milliseconds since 1970. */
  firstMs: z.number(),
  lastMs: z.number(),
  firstLogId: z.string(),
  lastLogId: z.string(),
  /** The time when it was found to be a change; null while that is open. */
  foundMs: z.number().nullable(),
});
export type Trial = z.infer<typeof Trial>;

/** The profile of the answers to one request. Paths begin with the class of the status, such as `2xx`. */
export const Profile = z.object({
  answers: z.number(),
  paths: z.record(z.string(), PathCounts),
  trials: z.array(Trial),
});
export type Profile = z.infer<typeof Profile>;

export const emptyProfile = (): Profile => ({ answers: 0, paths: {}, trials: [] });
