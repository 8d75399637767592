/** A request to the assistant. `blockId`: the block it is about; null: the one that ended the run. */
export type AssistantWish =
  | { kind: 'describe'; blockId?: string | undefined }
  | { kind: 'explain'; logId: string; blockId: string | null };
