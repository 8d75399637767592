import { z } from 'zod';
import {
  getWorkflowRedactionEndpoint,
  getWorkspaceRedactionEndpoint,
  setWorkflowRedactionEndpoint,
  setWorkspaceRedactionEndpoint,
} from '../services/redaction/endpoints';
import { NewRedaction, type Redaction } from '../services/redaction/schema';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server } from './surroundings';
import { UrlFlag } from './url-flag';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;
const REDACTION_FLAGS = {
  workflow: TEXT,
  workspace: TEXT,
  name: TEXTS,
  path: TEXTS,
  none: { type: 'boolean' },
  url: TEXT,
} as const;

const RedactionFlags = z.object({
  workflow: z.string().optional(),
  workspace: z.string().optional(),
  name: z.array(z.string()).optional(),
  path: z.array(z.string()).optional(),
  none: z.boolean().default(false),
  url: UrlFlag,
});
type RedactionFlags = Omit<z.infer<typeof RedactionFlags>, 'url'>;

/** Shows which values are left out of logs; with flags it replaces the rules. */
export const runRedaction: Command = async (args, at) => {
  const { url, ...flags } = parse(RedactionFlags, read(args, REDACTION_FLAGS));
  at.print(await redaction(flags, at.serverAt(url)));
  return 0;
};

async function redaction(flags: RedactionFlags, server: Server): Promise<string> {
  const rules = rulesIn(flags);
  const { workflow, workspace } = flags;
  const client = apiClient(server);
  if (workflow !== undefined && workspace === undefined) {
    const params = { id: workflow };
    const { data } =
      rules === null
        ? await client.call(getWorkflowRedactionEndpoint, { params })
        : await client.call(setWorkflowRedactionEndpoint, { params, body: rules });
    return `${[...lines(data), ...lines(data.ofWorkspace, 'Of the workspace: ')].join('\n')}\n`;
  }
  if (workspace === undefined || workflow !== undefined)
    throw new Error('Say whose rules: --workflow ID or --workspace ID.');
  const params = { workspaceId: workspace };
  const { data } =
    rules === null
      ? await client.call(getWorkspaceRedactionEndpoint, { params })
      : await client.call(setWorkspaceRedactionEndpoint, { params, body: rules });
  return `${lines(data).join('\n')}\n`;
}

/** Returns the new rules; null if they are only to be shown. */
function rulesIn({ name, path, none }: RedactionFlags): Redaction | null {
  const isAsked = name !== undefined || path !== undefined;
  if (none && isAsked) throw new Error('--none removes all rules: give it alone.');
  if (!none && !isAsked) return null;
  const checked = NewRedaction.safeParse({ names: name ?? [], paths: path ?? [] });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
  return checked.data;
}

const lines = ({ names, paths }: Redaction, whose = ''): string[] =>
  names.length + paths.length === 0
    ? [`${whose}No rules.`]
    : [
        ...names.map((name) => `${whose}Redacted by name: ${name}`),
        ...paths.map((path) => `${whose}Redacted by path: ${path}`),
      ];
