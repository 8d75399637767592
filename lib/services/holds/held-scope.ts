/** What a hold is on: a workflow, or everything of its workspace. */
export interface HeldScope {
  workspaceId: string;
  /** Null: the whole workspace. */
  workflowId: string | null;
}
