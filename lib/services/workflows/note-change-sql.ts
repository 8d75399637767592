import type { Actor } from '../access/actor';
import type { Guards } from '../access/guards';

interface NoteChangeSql {
  /** A CTE with the workflow's `id`, `name`, `description` and `folder_id` before the change. */
  before: string;
  /** A CTE with these columns and `workspace_id` after it. */
  after: string;
  /** Parameters with the values of `whoNotes`. */
  userId: string;
  keyId: string;
}

/**
 * Returns SQL that writes the audit entries of a changed workflow, as a part of the statement that changes
 * it: a save takes no extra round trip. Editing is recorded once an hour, because each keystroke's save
 * would bury everything else.
 */
export const noteChangeSql = ({ before, after, userId, keyId }: NoteChangeSql): string => `
  INSERT INTO audit_event (id, workspace_id, actor, user_id, action, target, detail)
  SELECT gen_random_uuid(), a.workspace_id, CASE WHEN ${keyId}::text IS NULL THEN 'user' ELSE 'apiKey' END,
    ${userId}::uuid, noted.action, a.id::text,
    noted.detail || CASE WHEN ${keyId}::text IS NULL THEN '{}'::jsonb
      ELSE jsonb_build_object('byApiKey', ${keyId}::text) END
  FROM ${after} a JOIN ${before} b ON b.id = a.id CROSS JOIN LATERAL (VALUES
    ('workflow.renamed', a.name <> b.name, jsonb_build_object('formerName', b.name)),
    ('workflow.described', a.description <> b.description, '{}'::jsonb),
    ('workflow.moved', a.folder_id IS DISTINCT FROM b.folder_id, '{}'::jsonb),
    ('workflow.edited', NOT EXISTS (
      SELECT FROM audit_event e WHERE e.workspace_id = a.workspace_id
        AND e.created_at > now() - interval '1 hour' AND e.action = 'workflow.edited'
        AND e.target = a.id::text AND e.user_id = ${userId}::uuid), '{}'::jsonb)
  ) AS noted (action, applies, detail)
  WHERE noted.applies`;

export const whoNotes = ({ userId, keyId }: Actor): [userId: string, keyId: string | null] => [
  userId,
  keyId ?? null,
];

export const editGuards: Guards = {
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: {
    actions: ['workflow.edited', 'workflow.renamed', 'workflow.described', 'workflow.moved'],
    unless: 'the same person has edited it within the hour',
  },
  transaction: { own: 'One statement writes the document and its entries.' },
};
