/** The input of a program: a server, two keys and existing items. */
export interface Visit {
  origin: string;
  key: string;
  /** A key whose plan allows one run and one call of the logs API a minute. */
  tightKey: string;
  tightWorkflowId: string;
  workspaceId: string;
  workflowId: string;
  folderId: string;
  /** The id of a log with a file and a span that was tried twice. */
  logId: string;
  executionId: string;
  fileId: string;
}

/** The results that a program got through the generated client. */
export interface Findings {
  filtered: string[];
  spans: Array<string | undefined>;
  walked: number;
  tries: Array<number | null> | undefined;
  childless: boolean | undefined;
  models: string[];
  blocks: string[];
  bytes: number[];
  ran: { status: string; output: unknown; error: string | undefined };
  queued: string;
  stopped: boolean;
  events: string[];
  saved: boolean;
  variables: string[];
  hook: { signed: boolean; levels: string[]; active: boolean; listed: boolean; tested: string; gone: string };
  problem: { status: number; code: string; params: string[] };
  refusals: Array<{ code: string; retryAfter: boolean; limit: string; policy: string }>;
}

/** Returns the data of a response, whatever its shape; a problem stops the program. */
export function answered<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return data;
}
