import { z } from 'zod';

/** How deep, how wide and how much of an answer is looked at; the rest is not watched. */
export const MAX_DEPTH = 8;
export const MAX_PATHS = 300;
export const MAX_PATH_LENGTH = 300;
/** Values of one answer. */
export const MAX_VALUES = 5_000;
/** Fields of one object; with more of them it is a map, whose keys are data. */
export const MAX_FIELDS = 60;
/** Events on trial at once in one profile. */
export const MAX_TRIALS = 40;

/** In answers, not in values: a list of a thousand items without a field is one answer without it. */
const PathCounts = z.object({
  /** Answers in which what holds it was there. */
  of: z.number(),
  /** Answers in which it was there at least once. */
  there: z.number(),
  /** Answers by event: `missing` (at least once), `null`, or a type's name. */
  seen: z.record(z.string(), z.number()),
  /** An object whose keys are data: its values share the path `*`. */
  map: z.boolean().optional(),
});
export type PathCounts = z.infer<typeof PathCounts>;

/** Something never seen before, and how often it has come since. */
const Trial = z.object({
  path: z.string(),
  event: z.string(),
  /** What was seen instead, by event, in answers. */
  before: z.record(z.string(), z.number()),
  /** Answers without it, before it came first. */
  clean: z.number(),
  /** Answers since, the first included; and those of them with it. */
  answers: z.number(),
  hits: z.number(),
  /** Answers without it since it came last. */
  sinceLast: z.number(),
  /** Milliseconds since 1970. */
  firstMs: z.number(),
  lastMs: z.number(),
  firstLogId: z.string(),
  lastLogId: z.string(),
  /** When it was found to be a change; null while that is open. */
  foundMs: z.number().nullable(),
});
export type Trial = z.infer<typeof Trial>;

/** What is known of the answers to one request. Paths begin with the class of the status, such as `2xx`. */
export const Profile = z.object({
  answers: z.number(),
  paths: z.record(z.string(), PathCounts),
  trials: z.array(Trial),
});
export type Profile = z.infer<typeof Profile>;

export const emptyProfile = (): Profile => ({ answers: 0, paths: {}, trials: [] });
