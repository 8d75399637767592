/** Names of CTEs and columns, parameters or literals of the statement; never user input. */
interface SystemAuditSql {
  /** A relation with a row for each event; it has `workspace_id`. */
  from: string;
  action: string;
  target: string;
  /** `jsonb`. */
  detail?: string;
}

/**
 * Returns an `INSERT` that records the product's own action in the same statement: a part of a `WITH`, or
 * its end. No person is named; `actor` is `system`.
 */
export const systemAudit = ({ from, action, target, detail = "'{}'::jsonb" }: SystemAuditSql): string =>
  `INSERT INTO audit_event (id, workspace_id, actor, action, target, detail)
   SELECT gen_random_uuid(), workspace_id, 'system', '${action}', ${target}, ${detail} FROM ${from}`;
