import { z } from 'zod';
import { getRetentionEndpoint, setRetentionEndpoint } from '../services/retention/endpoints';
import { NewRetention, type Retention } from '../services/retention/schema';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server } from './surroundings';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const RETENTION_FLAGS = {
  workspace: TEXT,
  'log-days': TEXT,
  'payload-days': TEXT,
  plan: { type: 'boolean' },
  url: TEXT,
} as const;

const days = z.coerce.number('Give a number.').optional();

const RetentionFlags = z.object({
  workspace: z.string('Name the workspace: --workspace ID.'),
  'log-days': days,
  'payload-days': days,
  plan: z.boolean().default(false),
  url: UrlFlag,
});

/** Shows how long a workspace keeps logs and what they hold; with flags it replaces the settings. */
export const runRetention: Command = async (args, at) => {
  const { url, ...flags } = parse(RetentionFlags, read(args, RETENTION_FLAGS));
  at.print(await retention(flags, at.serverAt(url)));
  return 0;
};

async function retention(
  { workspace, plan, ...flags }: Omit<z.infer<typeof RetentionFlags>, 'url'>,
  server: Server,
): Promise<string> {
  const client = apiClient(server);
  const params = { workspaceId: workspace };
  const isAsked = Object.values(flags).some((value) => value !== undefined);
  if (plan && isAsked) throw new Error('--plan keeps all as long as the plan does: give it alone.');
  if (!plan && !isAsked) return words((await client.call(getRetentionEndpoint, { params })).data);
  const checked = NewRetention.safeParse({
    logDays: flags['log-days'],
    payloadDays: flags['payload-days'],
  });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
  return words((await client.call(setRetentionEndpoint, { params, body: checked.data })).data);
}

const words = ({ keptDays, planDays }: Retention): string =>
  `Logs: ${keptDays.logs} days. Inputs and outputs: ${keptDays.payloads} days. The plan: ${planDays} days.\n`;
