import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { bootstrap } from '../../e2e/fixtures/product';
import type { LogsWorld } from '../../lib/services/logs/testing/random-logs';

export interface Reader {
  userId: string;
  apiKey: string;
}

/** Creates an account with an unlimited rate for reading logs. */
export async function makeReader(env: NodeJS.ProcessEnv): Promise<Reader> {
  const { userId, apiKey } = await bootstrap(env);
  const cli = path.join(import.meta.dirname, '../../scripts/cli.mjs');
  const plan = [
    'plan',
    'set',
    '--email',
    'robot@example.com',
    '--plan',
    'enterprise',
    '--logs-per-minute',
    '1000000',
  ];
  await promisify(execFile)(process.execPath, [cli, ...plan], { env });
  return { userId, apiKey };
}

/** Inserts a world's workspace, folders and workflows, owned by the reader and open to the reader's keys. */
export async function insertWorld(
  client: pg.ClientBase,
  world: LogsWorld,
  { userId }: Reader,
): Promise<void> {
  const { workspaceId, folders, workflows } = world;
  await client.query(`INSERT INTO workspace (id, name, owner_id) VALUES ($1, 'Bench', $2)`, [
    workspaceId,
    userId,
  ]);
  await client.query(`INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')`, [
    workspaceId,
    userId,
  ]);
  await client.query('INSERT INTO api_key_workspace SELECT id, $1 FROM api_key WHERE user_id = $2', [
    workspaceId,
    userId,
  ]);
  for (const { id, parentId } of folders)
    await client.query(
      `INSERT INTO folder (id, workspace_id, parent_id, name) VALUES ($1, $2, $3, 'folder')`,
      [id, workspaceId, parentId],
    );
  await client.query(
    `INSERT INTO workflow (id, workspace_id, folder_id, name, document)
     SELECT id, $1, folder_id, 'workflow', '{"blocks":{},"edges":[],"loops":{},"parallels":{}}'
       FROM unnest($2::uuid[], $3::uuid[]) AS w (id, folder_id)`,
    [workspaceId, workflows.map(({ id }) => id), workflows.map(({ folderId }) => folderId)],
  );
}
