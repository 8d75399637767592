-- The span of its caller that a queued run's trace continues from: docs/decisions/opentelemetry.md. Null: it begins one.
ALTER TABLE runtime.execution ADD COLUMN traceparent text;
