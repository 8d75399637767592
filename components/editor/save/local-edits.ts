import { z } from 'zod';
import type { SharedWorkflow } from '@/lib/core/shared-document/shared-document';

const isWorkflow = (value: unknown): boolean =>
  z.looseObject({ name: z.string(), document: z.looseObject({ blocks: z.looseObject({}) }) }).safeParse(value)
    .success;
const AWorkflow = z.custom<SharedWorkflow>(isWorkflow);

const WholeChange = z.object({ before: AWorkflow, after: AWorkflow });
/** A change as the workflow before and after it. */
export type WholeChange = z.infer<typeof WholeChange>;

const LocalEdits = z.object({
  /** The epoch of the shared document that the updates belong to. */
  epoch: z.string(),
  /** The updates in base64. */
  updates: z.array(z.string()),
  /** Changes made before the shared document was read, when updates could not be created. */
  early: WholeChange.optional(),
  /** What the updates change, for when the server begins another shared document. Kept when a page ends. */
  whole: WholeChange.optional(),
});
/** Edits that the server doesn't have yet, stored in this browser by workflow and tab. */
export type LocalEdits = z.infer<typeof LocalEdits>;

/** The edits of a page that ended before the server got them. */
export interface LeftEdits {
  key: string;
  edits: LocalEdits;
}

const PREFIX = 'millrace:edits:';

export const editsKey = (workflowId: string, tabId: string) => `${PREFIX}${workflowId}:${tabId}`;

export function editsKeys(storage: Storage, workflowId: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(editsKey(workflowId, '')));
}

/** Returns the edits of this tab before it was reloaded, and of editors that were closed. */
export function leftEdits(
  storage: Storage,
  workflowId: string,
  tabId: string,
  isOpen: (key: string) => boolean,
): LeftEdits[] {
  const own = editsKey(workflowId, tabId);
  return editsKeys(storage, workflowId)
    .filter((key) => key === own || !isOpen(key))
    .flatMap((key) => {
      const edits = parse(storage.getItem(key));
      return edits === null ? [] : [{ key, edits }];
    });
}

function parse(text: string | null): LocalEdits | null {
  try {
    return text === null ? null : LocalEdits.parse(JSON.parse(text));
  } catch (error) {
    console.warn('Edits kept in this browser could not be read and were left aside.', error);
    return null;
  }
}

/** Stores the edits; removes the entry if there are none. @returns true if all are stored */
export function keepEdits(storage: Storage, key: string, edits: LocalEdits): boolean {
  try {
    if (edits.updates.length === 0 && edits.early === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(edits));
    return true;
  } catch (error) {
    console.warn('The edits could not be kept in this browser.', error);
    return false;
  }
}

const TAB_KEY = 'millrace:tab';

/** Returns the tab's id, which stays the same when the tab is reloaded. */
export function readTabId(session: Storage, mint: () => string): string {
  const known = session.getItem(TAB_KEY);
  if (known !== null) return known;
  const id = mint();
  session.setItem(TAB_KEY, id);
  return id;
}
