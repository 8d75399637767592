import { z } from 'zod';
import { type Block, WorkflowDocument } from '@/lib/core/workflow/schema';

export const LocalDraft = z.object({
  baseVersion: z.number().int(),
  /**
   * What the server held when the edits began, so that a later conflict can still tell whose change is whose.
   */
  base: z.object({ name: z.string(), document: WorkflowDocument }).nullable().default(null),
  name: z.string(),
  document: WorkflowDocument,
  savedAtMs: z.number(),
});
/** Edits the server hasn't got yet, kept in this browser by workflow and tab. */
export type LocalDraft = z.infer<typeof LocalDraft>;

const PREFIX = 'millrace:draft:';

export const draftKey = (workflowId: string, tabId: string) => `${PREFIX}${workflowId}:${tabId}`;

/**
 * This tab's own draft, else the newest one whose editor is closed. `isOpen` says of a draft's key whether an
 * editor still holds it.
 */
export function readLocalDraft(
  storage: Storage,
  workflowId: string,
  tabId: string,
  isOpen: (key: string) => boolean,
): { draft: LocalDraft; key: string } | null {
  const own = draftKey(workflowId, tabId);
  const found = draftKeys(storage, workflowId)
    .filter((key) => key === own || !isOpen(key))
    .flatMap((key) => {
      const draft = parseDraft(storage.getItem(key));
      return draft === null ? [] : [{ key, draft }];
    })
    .sort((a, b) => Number(b.key === own) - Number(a.key === own) || b.draft.savedAtMs - a.draft.savedAtMs);
  return found[0] ?? null;
}

export function draftKeys(storage: Storage, workflowId: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(draftKey(workflowId, '')));
}

function parseDraft(text: string | null): LocalDraft | null {
  try {
    return text === null ? null : LocalDraft.parse(JSON.parse(text));
  } catch (error) {
    console.warn('A local draft could not be read and was left aside.', error);
    return null;
  }
}

/** False when the browser has no room for it. */
export function writeLocalDraft(
  storage: Storage,
  workflowId: string,
  tabId: string,
  draft: LocalDraft,
): boolean {
  try {
    storage.setItem(draftKey(workflowId, tabId), draftText(draft));
    return true;
  } catch (error) {
    console.warn('The draft could not be kept in this browser.', error);
    return false;
  }
}

/** As `JSON.stringify` writes it. Of a document mostly one block is new since the last draft. */
function draftText({ base, document, ...rest }: LocalDraft): string {
  const start = base && `{"name":${JSON.stringify(base.name)},"document":${documentText(base.document)}}`;
  return `{"base":${start},"document":${documentText(document)},${JSON.stringify(rest).slice(1)}`;
}

function documentText({ blocks, ...rest }: WorkflowDocument): string {
  const texts = Object.entries(blocks).map(([id, block]) => `${JSON.stringify(id)}:${blockText(block)}`);
  return `{"blocks":{${texts.join()}},${JSON.stringify(rest).slice(1)}`;
}

/** By block: they are never changed in place. */
const blockTexts = new WeakMap<Block, string>();

function blockText(block: Block): string {
  const text = blockTexts.get(block) ?? JSON.stringify(block);
  blockTexts.set(block, text);
  return text;
}

export function dropLocalDraft(storage: Storage, workflowId: string, tabId: string): void {
  storage.removeItem(draftKey(workflowId, tabId));
}

const TAB_KEY = 'millrace:tab';

/** Stays the same when the tab is reloaded. */
export function readTabId(session: Storage, mint: () => string): string {
  const known = session.getItem(TAB_KEY);
  if (known !== null) return known;
  const id = mint();
  session.setItem(TAB_KEY, id);
  return id;
}
