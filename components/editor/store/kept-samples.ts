import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';

/** An output somebody typed for a block. Pinned ones outlive the page, in this browser. */
export interface Sample {
  text: string;
  pinned: boolean;
}

/** By block id. */
export type Samples = Readonly<Record<string, Sample>>;

const keyOf = (workflowId: string) => `millrace:samples:${workflowId}`;

export function samplesKept(storage: Storage, workflowId: string): Samples {
  const text = storage.getItem(keyOf(workflowId));
  if (text === null) return {};
  try {
    const known: unknown = JSON.parse(text);
    const entries = Object.entries(known ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return Object.fromEntries(entries.map(([id, sample]) => [id, { text: sample, pinned: true }]));
  } catch {
    return {}; // Not ours, or cut off: there is simply none.
  }
}

/** @returns false when the browser has no room for them */
export function keepSamples(storage: Storage, workflowId: string, samples: Samples): boolean {
  const pinned = Object.entries(samples).flatMap(([id, sample]) =>
    sample.pinned ? [[id, sample.text]] : [],
  );
  try {
    if (pinned.length === 0) storage.removeItem(keyOf(workflowId));
    else storage.setItem(keyOf(workflowId), JSON.stringify(Object.fromEntries(pinned)));
    return true;
  } catch {
    return false; // Full or forbidden; the caller says so.
  }
}

/** The object a sample's text stands for; null while it is none. */
export function readSample(text: string): Record<string, unknown> | null {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null; // Being typed; the field under it says where it stops being JSON.
  }
}
