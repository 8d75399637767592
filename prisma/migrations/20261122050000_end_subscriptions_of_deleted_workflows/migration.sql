-- Deleting a workflow used to leave its subscriptions sending, where nobody could reach them.
WITH dropped AS (
  DELETE FROM runtime.webhook_pending p USING webhook_subscription s JOIN workflow w ON w.id = s.workflow_id
  WHERE w.deleted_at IS NOT NULL AND p.subscription_id = s.id
  RETURNING p.delivery_id, p.created_at
)
UPDATE runtime.webhook_delivery d SET finished_at = now(),
  last_reason = 'The workflow was deleted, and the subscription with it.',
  state = CASE WHEN d.acknowledged_at IS NULL THEN 'cancelled' ELSE 'succeeded' END
FROM dropped p WHERE d.id = p.delivery_id AND d.created_at = p.created_at;
DELETE FROM runtime.webhook_health h USING webhook_subscription s JOIN workflow w ON w.id = s.workflow_id
WHERE w.deleted_at IS NOT NULL AND h.subscription_id = s.id;
DELETE FROM webhook_subscription s USING workflow w WHERE w.id = s.workflow_id AND w.deleted_at IS NOT NULL;
