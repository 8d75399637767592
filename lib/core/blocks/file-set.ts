import { z } from 'zod';

/** One of several files that belong together. */
const NamedText = z.object({ name: z.string(), text: z.string() });
export type NamedText = z.infer<typeof NamedText>;

const FileSet = z.object({ 'x-file-set': z.array(NamedText) });

/** The beginning of a file set that is written as one text. */
export const FILE_SET_MARK = '{"x-file-set":[';

/** Joins files to the one text that importers read; a single file stays as it is. */
export function joinFiles(files: readonly NamedText[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return only.text;
  return JSON.stringify({ 'x-file-set': files.map(({ name, text }) => ({ name, text })) });
}

/** Splits the files of a set; null if the text is one file. */
export function splitFiles(text: string): NamedText[] | null {
  if (!text.startsWith(FILE_SET_MARK)) return null;
  try {
    return FileSet.parse(JSON.parse(text))['x-file-set'];
  } catch {
    // This is another document that begins the same way.
    return null;
  }
}
