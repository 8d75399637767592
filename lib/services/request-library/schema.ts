import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';

const MAX_NAME_CHARACTERS = 120;
const MAX_ENTRIES = 5_000;
const MAX_URL_CHARACTERS = 4_000;
/** The same limit as that of the import dialog for a file or a URL. */
export const MAX_LIBRARY_TEXT = 10 * 1024 * 1024;

export const LibraryName = singleLineText(MAX_NAME_CHARACTERS).meta({ examples: ['Orders API'] });

/** A request that can be taken from it; `id` is assigned by its reader. */
export const LibraryEntry = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(500)
    .meta({ examples: ['GET /orders'] }),
  label: z
    .string()
    .max(1_000)
    .meta({ examples: ['List orders'] }),
  description: z
    .string()
    .max(1_000)
    .meta({ examples: ['The newest first'] })
    .optional(),
  group: z
    .string()
    .max(1_000)
    .meta({ examples: ['Orders'] })
    .optional(),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

export const LibraryEntries = z
  .array(LibraryEntry)
  .min(1, 'There is no request in it.')
  .max(MAX_ENTRIES, `At most ${MAX_ENTRIES.toLocaleString('en')} requests.`);

export const LibraryText = z
  .string()
  .min(1)
  .max(MAX_LIBRARY_TEXT, 'This is longer than 10 million characters.')
  .meta({ examples: ['{"openapi":"3.1.0","paths":{}}'] });
export const LibraryFormat = z
  .string()
  .max(40)
  .regex(/^[a-z0-9-]+$/, 'Not the name of a format.')
  .meta({ examples: ['openapi'] });
export const LibraryUrl = z
  .string()
  .max(MAX_URL_CHARACTERS, 'This URL is too long.')
  .meta({ examples: ['https://api.example.com/openapi.json'] });

/** A stored document or collection, without its text. */
export const RequestLibrary = z
  .object({
    id: z.string(),
    name: z.string().meta({ examples: ['Orders API'] }),
    format: LibraryFormat,
    entries: LibraryEntries,
    /** ISO 8601. */
    createdAt: z.string(),
  })
  .meta({ id: 'RequestLibrary' });
export type RequestLibrary = z.infer<typeof RequestLibrary>;
