import { z } from 'zod';

/** A file of several that belong together. */
const NamedText = z.object({ name: z.string(), text: z.string() });
export type NamedText = z.infer<typeof NamedText>;

const FileSet = z.object({ 'x-file-set': z.array(NamedText) });

/** How a set begins when it is one text. */
export const FILE_SET_MARK = '{"x-file-set":[';

/** Files as the one text that importers read; a single file stays what it is. */
export function joinFiles(files: readonly NamedText[]): string {
  const [only] = files;
  if (only !== undefined && files.length === 1) return only.text;
  return JSON.stringify({ 'x-file-set': files.map(({ name, text }) => ({ name, text })) });
}

/** Null: the text is one file. */
export function splitFiles(text: string): NamedText[] | null {
  if (!text.startsWith(FILE_SET_MARK)) return null;
  try {
    return FileSet.parse(JSON.parse(text))['x-file-set'];
  } catch {
    // Somebody's own document that begins the same way.
    return null;
  }
}
