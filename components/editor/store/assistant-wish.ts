/** What the assistant is asked for. `blockId`: the block that is meant; null: the one that ended the run. */
export type AssistantWish =
  | { kind: 'describe'; blockId?: string | undefined }
  | { kind: 'explain'; logId: string; blockId: string | null };
