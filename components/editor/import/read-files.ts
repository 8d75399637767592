import { toast } from 'sonner';
import { joinFiles } from '@/lib/core/blocks/file-set';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Returns the text of chosen files, several as one set; null, with a message, when they are too large. */
export async function readFiles(files: readonly File[]): Promise<string | null> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_FILE_BYTES) {
    toast.warning(`${files.length === 1 ? 'This file is' : 'These files are'} larger than 10 MB.`);
    return null;
  }
  const named = files.map(async (file) => ({
    name: file.webkitRelativePath || file.name,
    text: await file.text(),
  }));
  return joinFiles(await Promise.all(named));
}
