-- The dictionary also says, per workflow and for all together (workflow_id zero), which durations and costs there are at most and at
-- least: filters that exclude each other (a model that always costs, and a cost of zero) are answered without reading rows.
DROP TABLE runtime.log_facet;
CREATE TABLE runtime.log_facet (
  workspace_id    uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('outcome', 'model')),
  workflow_id     uuid NOT NULL,
  value           text NOT NULL,
  month           date NOT NULL,
  n               bigint NOT NULL,
  min_duration_ms integer NOT NULL,
  max_duration_ms integer NOT NULL,
  min_cost        double precision NOT NULL,
  max_cost        double precision NOT NULL,
  PRIMARY KEY (workspace_id, kind, workflow_id, value, month)
) WITH (fillfactor = 50);
CREATE INDEX log_facet_month ON runtime.log_facet (month, workspace_id);

-- Writes the dictionary anew from the logs.
CREATE FUNCTION runtime.rebuild_log_facets() RETURNS void LANGUAGE sql AS $$
  TRUNCATE runtime.log_facet;
  INSERT INTO runtime.log_facet
  SELECT workspace_id, kind, v.workflow_id, value, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, count(*),
    min(duration_ms), max(duration_ms), min(cost_total), max(cost_total)
  FROM (
    SELECT workspace_id, workflow_id, 'outcome' AS kind, level || ' ' || trigger AS value, started_at, duration_ms, cost_total
    FROM runtime.log
    UNION ALL SELECT workspace_id, workflow_id, 'model', model, started_at, duration_ms, cost_total FROM runtime.log_model
  ) AS has
  CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (has.workflow_id)) v (workflow_id)
  GROUP BY 1, 2, 3, 4, 5;
$$;
SELECT runtime.rebuild_log_facets();

-- A model and a few workflows.
CREATE INDEX log_model_workflow ON runtime.log_model (workspace_id, workflow_id, model, started_at, log_id)
  INCLUDE (seq, duration_ms, cost_total, level, trigger);
