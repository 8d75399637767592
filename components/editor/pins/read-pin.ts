import { writeJson } from '@/lib/platform/text/json-text';
import { MAX_PIN_BYTES } from '@/lib/services/pins/schema';
import { formatBytes } from '../../ui/format-quantity';
import { readSample } from '../store/read-sample';

export interface ReadPin {
  /** Null while the text is no JSON object. */
  output: Record<string, unknown> | null;
  /** Why it can't be pinned; null where it can. */
  problem: string | null;
}

/** What a typed text would pin. It may take megabytes: read it once for each text. */
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
