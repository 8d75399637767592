-- The scope of an Idempotency-Key is a person, or a workflow whose trigger keeps duplicates apart, and its column says so:
-- docs/decisions/one-way.md.
ALTER TABLE runtime.idempotency_key RENAME TO idempotency_claim;
ALTER TABLE runtime.idempotency_claim RENAME COLUMN user_id TO scope_id;
ALTER INDEX runtime.idempotency_key_pkey RENAME TO idempotency_claim_pkey;
ALTER INDEX runtime.idempotency_key_age RENAME TO idempotency_claim_age;

-- For processes of the version before, until the last of them has been replaced. They delete by `ctid`, which a view has only when it
-- names it. A later migration drops this view.
CREATE VIEW runtime.idempotency_key AS
SELECT ctid, workspace_id, scope_id AS user_id, key, fingerprint, execution_id, log_id, started, claimed_at, execution_ids
FROM runtime.idempotency_claim;
