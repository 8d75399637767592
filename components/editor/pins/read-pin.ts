import { writeJson } from '@/lib/platform/text/json-text';
import { MAX_PIN_BYTES } from '@/lib/services/pins/schema';
import { formatBytes } from '../../ui/format-quantity';
import { readSample } from '../store/read-sample';

export interface ReadPin {
  /** The parsed output; null while the text is not a JSON object. */
  output: Record<string, unknown> | null;
  /** The reason that it can't be pinned; null when it can. */
  problem: string | null;
}

/** Parses a typed text for pinning. It may be megabytes: call it once for each text. */
export function readPin(text: string): ReadPin {
  const output = readSample(text);
  if (output === null) return { output, problem: 'It must be a JSON object.' };
  const bytes = new TextEncoder().encode(writeJson(output)).length;
  if (bytes <= MAX_PIN_BYTES) return { output, problem: null };
  const problem =
    `A pinned output may take ${formatBytes(MAX_PIN_BYTES)}; this one takes ${formatBytes(bytes)}. ` +
    'Keep what the blocks behind it use.';
  return { output, problem };
}
