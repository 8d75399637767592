-- Reading the dictionary of a workspace must not be tempted by all workspaces' months; only retention asks by month, and it can wait.
DROP INDEX runtime.log_facet_month;
