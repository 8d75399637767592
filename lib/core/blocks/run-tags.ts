import { z } from 'zod';

/** The most tags of a run, whoever sets them. */
export const MAX_TAGS = 10;
const MAX_TAG_CHARACTERS = 64;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

/** A short text for finding a run again; blanks around it are dropped. */
export const RunTag = z
  .string()
  .trim()
  .min(1, 'A tag can’t be empty.')
  .refine(
    (tag) => [...tag].length <= MAX_TAG_CHARACTERS,
    `A tag has at most ${MAX_TAG_CHARACTERS} characters.`,
  )
  .refine((tag) => !CONTROL_CHARACTERS.test(tag), 'A tag can’t hold control characters.')
  .refine((tag) => !tag.includes(','), 'A tag can’t hold a comma: commas separate tags.')
  .meta({ examples: ['order-1042'] });

/** The tags of a run, each once. */
export const RunTags = z
  .array(RunTag)
  .max(MAX_TAGS, `At most ${MAX_TAGS} tags a run.`)
  .overwrite((tags) => [...new Set(tags)]);

/** Splits a comma-separated text, as in a header; empty parts are dropped. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
