/** A block as it is stored. `config` depends on `type`; the API reference and the guides describe it. */
export interface WorkflowBlock {
  id: string;
  type: string;
  name: string;
  position: { x: number; y: number };
  enabled?: boolean;
  config?: Record<string, unknown>;
  parentId?: string;
  [member: string]: unknown;
}

export interface WorkflowEdge {
  id: string;
  source: string;
  sourceHandle?: string;
  target: string;
  targetHandle?: string;
}

export interface WorkflowDocument {
  schemaVersion?: number;
  blocks: Record<string, WorkflowBlock>;
  edges: WorkflowEdge[];
  loops?: Record<string, unknown>;
  parallels?: Record<string, unknown>;
  [member: string]: unknown;
}

export interface WorkflowSummary {
  id: string;
  workspaceId: string;
  folderId: string | null;
  name: string;
  description: string;
  /** The name that it has where it is kept in code. */
  externalId: string | null;
  /** Counts the saves: give it to `save` and `delete`, so that nobody's change is lost. */
  version: number;
  /** The published version that callers run; null while there is none. */
  liveVersion: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface Workflow extends WorkflowSummary {
  document: WorkflowDocument;
}

export interface NewWorkflow {
  workspaceId: string;
  name: string;
  description?: string;
  folderId?: string | null;
  document: WorkflowDocument;
}

export interface PutWorkflow extends NewWorkflow {
  /** The version that the change is based on. If another is stored, the change is refused with 409. */
  version?: number;
}

export interface WorkflowSave {
  document: WorkflowDocument;
  /** The version that the change is based on. If another is stored, the save is refused with 409. */
  version?: number;
  name?: string;
  description?: string;
  folderId?: string | null;
}

export interface WorkflowChange {
  name?: string;
  description?: string;
  folderId?: string | null;
}

/** A published version; only `live` ever changes. */
export interface WorkflowVersion {
  number: number;
  note: string;
  author: { id: string; name: string } | null;
  createdAt: string;
  live: boolean;
}

export interface WorkflowVersionDetail extends WorkflowVersion {
  document: WorkflowDocument;
}

export interface Folder {
  id: string;
  workspaceId: string;
  /** Null at the top. */
  parentId: string | null;
  name: string;
  /** The name that it has where it is kept in code. */
  externalId: string | null;
}

export interface PutFolder {
  workspaceId: string;
  name: string;
  /** Left out: at the top. */
  parentId?: string | null;
}

/** A variable of a workspace; values of secrets are never returned. */
export interface Variable {
  name: string;
  builtIn: boolean;
  plain: boolean;
  value: string | null;
  sameForLive: boolean;
  liveValue: string | null;
  updatedAt: string | null;
}

/** Members that are left out stay as they are. */
export interface VariableChange {
  /** For drafts, and for live versions while they have no value of their own. */
  value?: string;
  /** For live versions; null: the same as drafts. */
  liveValue?: string | null;
  /** Readable and not masked in logs. A new variable is a secret unless this is true. */
  plain?: boolean;
}

export interface ScheduleOutcome {
  at: string;
  scheduledAt: string;
  outcome: 'started' | 'skipped' | 'missed' | 'dropped' | 'refused';
  count: number;
  executionId: string | null;
  logId: string | null;
}

/** A Schedule block of the live version. */
export interface WorkflowSchedule {
  blockId: string;
  version: number;
  settings: {
    kind: 'every' | 'cron' | 'once';
    every: number;
    unit: 'minutes' | 'hours' | 'days';
    from: string;
    cron: string;
    at: string;
    zone: string;
    overlap: 'skip' | 'queue' | 'allow';
    missed: 'once' | 'skip' | 'catch-up';
  };
  paused: boolean;
  /** The next ten times. */
  nextAt: string[];
  waiting: number;
  /** The latest twenty, newest first. */
  outcomes: ScheduleOutcome[];
}
