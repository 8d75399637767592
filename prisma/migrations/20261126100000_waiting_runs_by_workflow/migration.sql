-- The runs of a workflow that wait, for the list of workflows and what waits for people; an entry is made only when one is parked.
CREATE INDEX execution_parked_workflow ON runtime.execution (workspace_id, workflow_id) WHERE state = 'parked';
