import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prisma } from '../../platform/postgres/db';
import { SCOPES } from '../../services/access/actor';
import { mintWorkspace, type TestWorkspace } from '../../services/accounts/testing/test-workspace';
import { createApiKey } from '../../services/api-keys/create-api-key';
import { deleteWorkflow } from '../../services/removal/delete-workflow';
import { callCli } from './cli-calls';

export const IN_STEP = 'Folder and workspace are in step.\n';
export const RECEIVER = 'http://127.0.0.1:9/hook';
export const MAPS = 'connections/maps.connection.json';
const at = { x: 0, y: 0 };

/** The values that commands read from the environment for the files of `writeWorkspace`. */
export const SECRETS = {
  SHOP_TOKEN: 'tok-of-the-shop',
  SHOP_URL: 'https://shop.test',
  MAPS_KEY: 'key-of-the-maps',
  HOOK: 'signing-it',
};

export async function emptyWorkspace(): Promise<TestWorkspace> {
  const made = await mintWorkspace();
  await prisma().user.update({ where: { id: made.owner.userId }, data: { plan: 'enterprise' } });
  await deleteWorkflow(made.owner, { id: made.exampleId });
  return made;
}

export interface Command {
  of: TestWorkspace;
  folder: KeptFolder;
  env?: Record<string, string> | undefined;
}

/** Runs pull, push or diff on a folder. @returns what it printed */
export async function callSync(
  origin: string,
  [command, ...flags]: readonly string[],
  { of, folder, env = {} }: Command,
): Promise<string> {
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [of.workspaceId], expiresAt: null };
  const { secret: key } = await createApiKey(of.owner, choice);
  const isKnown = folder.has('.millrace.json') || flags.includes('--env');
  const workspace = isKnown ? [] : ['--workspace', of.workspaceId];
  const args = [command ?? '', folder.path, ...workspace, ...flags];
  const [printed] = await callCli({ origin, key, env }, ...args);
  return printed;
}

/** A folder of a test's own. */
export class KeptFolder {
  readonly path = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-kept-'));

  has = (file: string): boolean => fs.existsSync(path.join(this.path, file));
  read = (file: string) => JSON.parse(fs.readFileSync(path.join(this.path, file), 'utf8'));
  edit = (file: string, change: object): void => this.write(file, { ...this.read(file), ...change });
  remove = (file: string): void => fs.rmSync(path.join(this.path, file));
  removeAll = (): void => fs.rmSync(this.path, { recursive: true });

  write = (file: string, content: unknown): void => {
    const place = path.join(this.path, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, JSON.stringify(content));
  };

  /** The texts of all its files. */
  text(): string {
    const files = fs.readdirSync(this.path, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => fs.readFileSync(path.join(this.path, file), 'utf8'))
      .join('\n');
  }
}

export const calling = (name: string, workflow: string) => ({
  name,
  document: {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: at },
      call: {
        id: 'call',
        type: 'workflow',
        name: 'call',
        position: at,
        config: { workflowId: `file:${workflow}` },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'call' }],
  },
});

/** A workspace in files, as somebody writes them. */
export function writeWorkspace({ write }: KeptFolder, staging: string): void {
  const orders = calling('Orders', 'billing/refunds.json');
  const maps = {
    id: 'maps',
    type: 'api',
    name: 'maps',
    position: at,
    config: { url: 'https://maps.test', auth: { kind: 'connection', connectionId: `file:${MAPS}` } },
  };
  write('billing/orders.json', {
    ...orders,
    document: { ...orders.document, blocks: { ...orders.document.blocks, maps } },
  });
  write('billing/refunds.json', { name: 'Refunds', document: { blocks: {}, edges: [] } });
  write('millrace.folders.json', { billing: { name: 'Billing' }, 'billing/old': { name: 'Old ones' } });
  write('millrace.variables.json', {
    TOKEN: { kind: 'secret', description: 'Of the shop' },
    BASE_URL: { kind: 'plain' },
  });
  write(MAPS, { name: 'Maps', kind: 'apiKey', in: 'header', keyName: 'X-Key' });
  write('webhooks/orders.webhook.json', { url: RECEIVER, workflow: 'billing/orders.json' });
  write('alerts/fails.alert.json', {
    name: 'Fails',
    condition: { kind: 'failures', count: 3 },
    windowMinutes: 5,
    workflows: ['billing/orders.json'],
    destination: { kind: 'webhook', url: RECEIVER },
  });
  const variables = { TOKEN: 'env:SHOP_TOKEN', BASE_URL: 'env:SHOP_URL' };
  write('millrace.config.json', {
    environments: {
      default: {
        variables,
        files: {
          [MAPS]: { secret: 'env:MAPS_KEY' },
          'webhooks/orders.webhook.json': { secret: 'env:HOOK' },
        },
      },
      staging: { workspaceId: staging, connections: { [MAPS]: 'Maps (sandbox)' }, variables },
    },
  });
}

/** How many changes of a workspace were written down. */
export const entriesOf = ({ workspaceId }: TestWorkspace): Promise<number> =>
  prisma().auditEvent.count({ where: { workspaceId, action: { not: 'api_key.created' } } });
