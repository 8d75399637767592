import type { BinaryData } from '@/lib/core/blocks/block';
import { formatBytes } from '../../ui/format-quantity';

/** Encoded as text it takes a third more, and the input of a run or a block may be 10 MB. */
export const MAX_FILE_BYTES = 7 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/** A local file as a value: a field with only a reference to it sends its bytes in requests. */
export interface FileValue extends BinaryData {
  name: string;
}

/** Reads a file as a value. @throws Error with a message when it is too large, or can't be read */
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

/** The beginning of every chosen file's text; only such texts are parsed, because they are long. */
const BEGINNING = '{"contentType":';

/** Returns the file that a text represents; null for every other text. */
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
