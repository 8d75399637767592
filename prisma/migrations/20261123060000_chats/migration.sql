-- Addresses of Chat blocks: docs/decisions/chat-trigger.md.
CREATE TABLE "chat" (
    "slug" TEXT NOT NULL,
    "workflow_id" UUID NOT NULL,
    "block_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_pkey" PRIMARY KEY ("slug")
);
CREATE UNIQUE INDEX "chat_workflow_id_block_id_key" ON "chat"("workflow_id", "block_id");
ALTER TABLE "chat" ADD CONSTRAINT "chat_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE runtime.chat_conversation (
    id           uuid        PRIMARY KEY,
    workspace_id uuid        NOT NULL,
    workflow_id  uuid        NOT NULL,
    block_id     text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    last_at      timestamptz NOT NULL DEFAULT now(),
    -- Number of the last message.
    last_number  integer     NOT NULL DEFAULT 0,
    -- The message that is being answered and the process that runs its workflow; null: none.
    turn_id      uuid,
    process_id   uuid
);
CREATE INDEX chat_conversation_workflow ON runtime.chat_conversation (workflow_id);
CREATE INDEX chat_conversation_workspace ON runtime.chat_conversation (workspace_id);
CREATE INDEX chat_conversation_last ON runtime.chat_conversation (last_at);

CREATE TABLE runtime.chat_message (
    conversation_id uuid        NOT NULL REFERENCES runtime.chat_conversation (id) ON DELETE CASCADE,
    -- From 1; the oldest are deleted first.
    number          integer     NOT NULL,
    role            text        NOT NULL CHECK (role IN ('user', 'assistant')),
    content         text        NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, number)
);
