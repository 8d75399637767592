-- One delivery after the other, and so many a minute at most: docs/decisions/webhook-turns.md. Null: as many as fit.
ALTER TABLE "webhook_subscription"
    ADD COLUMN "strict_order" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "max_per_minute" INTEGER;

-- One row for each subscription with an order or a rate; whoever claims for it locks the row. `claims` counts up with each claim, so
-- that a claim whose snapshot is older than the last one takes nothing. `delivery_id`: what was claimed last; until it has ended,
-- nothing else is claimed in order. `next_at`: when the rate lets the next ones go.
CREATE TABLE runtime.webhook_turn (
  subscription_id uuid PRIMARY KEY,
  claims          bigint NOT NULL DEFAULT 0,
  delivery_id     uuid,
  next_at         timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
