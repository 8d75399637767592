import type { HiddenValues } from '../assistant/hidden-values';
import { sameJson } from '../workflow/same-json';
import type { Block, WorkflowDocument } from '../workflow/schema';
import type { Steps } from '../workflow/steps';

/**
 * Returns the document with marks for hidden values. The same document, secrets and nonce give the same marks,
 * so a later reader of a mark knows its value.
 */
export function* shownDocument(document: WorkflowDocument, hidden: HiddenValues): Steps<WorkflowDocument> {
  const shown = yield* mapSettings(document, ({ field, value }) => hidden.setting(field, value));
  const { groups } = document;
  // Both maps are derived from the blocks.
  const others = { loops: {}, parallels: {} };
  if (groups === undefined) return { ...shown, ...others };
  return {
    ...shown,
    ...others,
    groups: groups.map((group) => ({ ...group, title: hidden.text(group.title) })),
  };
}

/**
 * Returns the document with marks in every setting that differs from `base`: what somebody changed can't compute
 * with values that they don't get to see.
 */
export function* withoutHidden(
  base: WorkflowDocument,
  document: WorkflowDocument,
  hidden: HiddenValues,
): Steps<WorkflowDocument> {
  return yield* mapSettings(document, ({ block, field, value }) =>
    sameJson(base.blocks[block.id]?.config[field], value) ? value : hidden.setting(field, value),
  );
}

/** A document in which the values of marks stand again, or what is wrong with its marks. */
type Restored = { ok: true; document: WorkflowDocument } | { ok: false; problems: string[] };

/** Replaces each mark by the value that stood in the same setting of `base`, of which `hidden` made the marks. */
export function* restoredDocument(
  given: WorkflowDocument,
  base: WorkflowDocument,
  hidden: HiddenValues,
): Steps<Restored> {
  const problems: string[] = [];
  const document = yield* mapSettings(given, ({ block, field, value }) => {
    const restored = hidden.restore(base.blocks[block.id], field, value);
    if (restored !== null) return restored.value;
    problems.push(
      `Block "${block.id}", ${field}: [[hidden-…]] can only be left in the setting where it stands.`,
    );
    return value;
  });
  return problems.length === 0 ? { ok: true, document } : { ok: false, problems };
}

/**
 * Returns a document that holds the blocks of both, so that values that were removed are known too. It is only
 * looked at, and never run.
 */
export function bothDocuments(base: WorkflowDocument, document: WorkflowDocument): WorkflowDocument {
  const former = Object.entries(base.blocks).map(([id, block]) => [`before ${id}`, block] as const);
  return { ...document, blocks: { ...Object.fromEntries(former), ...document.blocks } };
}

interface Setting {
  block: Block;
  field: string;
  value: unknown;
}

function* mapSettings(
  document: WorkflowDocument,
  change: (setting: Setting) => unknown,
): Steps<WorkflowDocument> {
  const blocks: Array<[string, Block]> = [];
  for (const [id, block] of Object.entries(document.blocks)) {
    const settings = Object.entries(block.config).map(([field, value]): [string, unknown] => [
      field,
      change({ block, field, value }),
    ]);
    blocks.push([id, { ...block, config: Object.fromEntries(settings) }]);
    yield;
  }
  return { ...document, blocks: Object.fromEntries(blocks) };
}
