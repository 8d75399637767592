-- A walk reads the dictionary of the months nearest to it, and the others only when those don't fill a page.
ALTER TABLE runtime.log_facet DROP CONSTRAINT log_facet_pkey;
ALTER TABLE runtime.log_facet ADD PRIMARY KEY (workspace_id, month, kind, workflow_id, value);
