import type { BinaryData } from '@/lib/core/blocks/block';
import { formatBytes } from '../../ui/format-quantity';

/** As text it takes a third more, and what a run or a block is given may be 10 MB. */
export const MAX_FILE_BYTES = 7 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/** A file of somebody's disk as a value: where it is referenced alone, requests send its bytes. */
export interface FileValue extends BinaryData {
  name: string;
}

/** @throws Error in words when it is too large, or can't be read */
export async function readFileValue(file: File): Promise<FileValue> {
  const { name, size } = file;
  if (size > MAX_FILE_BYTES)
    throw new Error(
      `“${name}” is too large: ${formatBytes(size)} of at most ${formatBytes(MAX_FILE_BYTES)}. ` +
        'Let an API block download larger files: its response can be sent on.',
    );
  const contentType = file.type === '' ? UNKNOWN_TYPE : file.type;
  return { contentType, size, name, base64: await base64Of(file) };
}

function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () =>
      reject(new Error(`“${file.name}” can’t be read. It may have been moved or changed.`));
    reader.readAsDataURL(file);
  });
}

/** Every text of a file that was chosen begins so, and only those are read: they are long. */
const BEGINNING = '{"contentType":';

/** The file that a text stands for; null for every other text. */
export function fileIn(text: string): FileValue | null {
  if (!text.startsWith(BEGINNING)) return null;
  try {
    const value = JSON.parse(text) as Partial<FileValue>;
    const isFile = typeof value.base64 === 'string' && typeof value.name === 'string';
    return isFile && typeof value.size === 'number' ? (value as FileValue) : null;
  } catch {
    return null; // Typed by hand so far.
  }
}
