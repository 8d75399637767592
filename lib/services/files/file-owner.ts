/** The run that writes files, and the scope of files it may read. */
export interface FileOwner {
  workspaceId: string;
  executionId: string;
  logId: string;
  /**
   * The first of the runs that call each other. Null for a block sent alone, whose samples may be of any
   * run.
   */
  rootId: string | null;
}
