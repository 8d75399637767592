/** Whose files a run writes and may read. */
export interface FileOwner {
  workspaceId: string;
  executionId: string;
  logId: string;
  /**
   * The first of the runs that call each other. Null: a block sent alone, whose samples may be of any run.
   */
  rootId: string | null;
}
