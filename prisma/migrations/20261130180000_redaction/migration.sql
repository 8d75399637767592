-- Values that are left out of what is stored of runs: docs/decisions/redaction.md. A workflow's rules add to those of its workspace.
ALTER TABLE "workspace"
  ADD COLUMN "redact_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "redact_paths" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "workflow"
  ADD COLUMN "redact_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "redact_paths" TEXT[] DEFAULT ARRAY[]::TEXT[];
