-- When the next request of a workspace to a server with a rate may be sent. Unlogged: after a crash of the
-- database the rates begin anew.
CREATE UNLOGGED TABLE runtime.request_rate (
    workspace_id uuid        NOT NULL,
    -- Scheme, host and port.
    origin       text        NOT NULL,
    next_at      timestamptz NOT NULL,
    -- What the last claim was given.
    first_at     timestamptz NOT NULL,
    slots        integer     NOT NULL,
    PRIMARY KEY (workspace_id, origin)
);
