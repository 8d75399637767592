/** Names of CTEs and columns, parameters or literals of the statement; nothing that anybody typed. */
interface SystemAuditSql {
  /** A row for each event; it has `workspace_id`. */
  from: string;
  action: string;
  target: string;
  /** `jsonb`. */
  detail?: string;
}

/**
 * What the product did by itself, written by the statement that did it: a part of a `WITH`, or its end.
 * Nobody is named, and `actor` is `system`.
 */
export const systemAudit = ({ from, action, target, detail = "'{}'::jsonb" }: SystemAuditSql): string =>
  `INSERT INTO audit_event (id, workspace_id, actor, action, target, detail)
   SELECT gen_random_uuid(), workspace_id, 'system', '${action}', ${target}, ${detail} FROM ${from}`;
