import type { WorkflowDocument } from '../../../core/workflow/schema';
import type { Variables } from '../../variables/read-variables';

/** The owner of files that a block receives: they are stored for a while by the send's id, without a log. */
export const filesOfSingleBlock = ({
  workspaceId,
  sendId,
}: Pick<BlockContext, 'workspaceId' | 'sendId'>) => ({
  workspaceId,
  executionId: sendId,
  logId: sendId,
  rootId: null,
});

/**
 * The data for a block that is run by itself, beside the caller's body; plain data, fit to be sent to another
 * process.
 */
export interface BlockContext {
  workspaceId: string;
  stored: WorkflowDocument;
  blockId: string;
  variables: Variables;
  /** Takes the place of an execution's id. */
  sendId: string;
}
