-- Workflows or holds that a rule which looks at each of them has notified of and that are not well yet: docs/decisions/alerts.md.
ALTER TABLE "alert_rule" ADD COLUMN "firing_for" UUID[] DEFAULT ARRAY[]::UUID[];
