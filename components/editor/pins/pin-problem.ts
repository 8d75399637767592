import { writeJson } from '@/lib/platform/text/json-text';
import { MAX_PIN_BYTES } from '@/lib/services/pins/schema';
import { formatBytes } from '../../ui/format-quantity';
import { readSample } from '../store/read-sample';

/** Why a typed text can't be pinned; null where it can. */
export function pinProblem(text: string): string | null {
  const output = readSample(text);
  if (output === null) return 'It must be a JSON object.';
  const bytes = new TextEncoder().encode(writeJson(output)).length;
  if (bytes <= MAX_PIN_BYTES) return null;
  return (
    `A pinned output may take ${formatBytes(MAX_PIN_BYTES)}; this one takes ${formatBytes(bytes)}. ` +
    'Keep what the blocks behind it use.'
  );
}
