-- Requests to the test URLs of Webhook blocks, and what became of those to all URLs: docs/decisions/webhook-trigger.md.
CREATE TABLE runtime.hook_request (
    id           uuid           PRIMARY KEY,
    workspace_id uuid           NOT NULL,
    workflow_id  uuid           NOT NULL,
    block_id     text           NOT NULL,
    received_at  timestamptz(3) NOT NULL DEFAULT now(),
    method       text           NOT NULL,
    -- Of the body, in bytes.
    size         integer        NOT NULL,
    outcome      text           NOT NULL,
    -- Why it was refused, for the author.
    reason       text,
    -- Headers, query and body.
    sealed       bytea          NOT NULL
);
CREATE INDEX hook_request_block ON runtime.hook_request (workflow_id, block_id, received_at);
CREATE INDEX hook_request_workspace ON runtime.hook_request (workspace_id);
CREATE INDEX hook_request_received ON runtime.hook_request (received_at);
-- Mostly ciphertext, which doesn't get smaller.
ALTER TABLE runtime.hook_request ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- Editors that listen for test requests at the moment.
CREATE TABLE runtime.hook_listener (
    id          uuid        PRIMARY KEY,
    workflow_id uuid        NOT NULL,
    block_id    text        NOT NULL,
    until       timestamptz NOT NULL
);
CREATE INDEX hook_listener_block ON runtime.hook_listener (workflow_id, block_id);

-- Requests to live URLs, counted by day.
CREATE TABLE runtime.hook_outcome (
    workflow_id  uuid        NOT NULL,
    block_id     text        NOT NULL,
    day          date        NOT NULL,
    outcome      text        NOT NULL,
    count        bigint      NOT NULL,
    last_at      timestamptz NOT NULL,
    PRIMARY KEY (workflow_id, block_id, day, outcome)
);
