import type { WorkflowDocument } from '../../../core/workflow/schema';
import type { Variables } from '../../variables/read-variables';

/**
 * What a block to be run by itself is made of, beside the caller's body; plain data, fit to be sent to
 * another process.
 */
/** What it receives is kept for a while under the id of the send, and has no log. */
export const filesOfAlone = ({ workspaceId, sendId }: Pick<FoundBlock, 'workspaceId' | 'sendId'>) => ({
  workspaceId,
  executionId: sendId,
  logId: sendId,
  rootId: null,
});

export interface FoundBlock {
  workspaceId: string;
  stored: WorkflowDocument;
  blockId: string;
  variables: Variables;
  /** Takes the place of an execution's id. */
  sendId: string;
}
