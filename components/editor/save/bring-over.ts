import { mergeChange } from '@/lib/core/shared-document/merge-change';
import type { SharedWorkflow } from '@/lib/core/shared-document/shared-document';
import { migrateDocument } from '@/lib/core/workflow/migrate-document';
import type { LeftEdits, WholeChange } from './local-edits';

/** Applies a change to a workflow that others may have changed meanwhile. */
export function bringOver({ before, after }: WholeChange, onto: SharedWorkflow): SharedWorkflow {
  return {
    name: after.name === before.name ? onto.name : after.name,
    document: mergeChange(before.document, after.document, onto.document),
  };
}

/** Does so for a change that another page kept, perhaps one of an older editor. */
export function bringOverKept({ before, after }: WholeChange, onto: SharedWorkflow): SharedWorkflow {
  return bringOver({ before: migrated(before), after: migrated(after) }, onto);
}

/**
 * Does so for edits of closed tabs whose updates can't be applied, because they belong to an earlier shared document.
 * `isLost`: some were not kept in another form.
 */
export function bringOverLeft(
  left: readonly LeftEdits[],
  onto: SharedWorkflow,
): { workflow: SharedWorkflow; isLost: boolean } {
  const changes = left.flatMap(({ edits }) => edits.whole ?? []);
  return {
    workflow: changes.reduce((workflow, change) => bringOverKept(change, workflow), onto),
    isLost: left.some(({ edits }) => edits.updates.length > 0 && edits.whole === undefined),
  };
}

const migrated = ({ name, document }: SharedWorkflow): SharedWorkflow => ({
  name,
  document: migrateDocument(document),
});
