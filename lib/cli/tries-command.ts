import { z } from 'zod';
import { getLaterTriesEndpoint, setLaterTriesEndpoint } from '../services/later-tries/endpoints';
import { type LaterTriesNow, NewLaterTries } from '../services/later-tries/schema';
import { TRIED_FAILURES } from '../services/runs/shapes/later-tries';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server } from './surroundings';
import { UrlFlag } from './url-flag';

const text = { type: 'string' } as const;

const TRIES_FLAGS = {
  workflow: text,
  tries: text,
  waits: text,
  failures: text,
  codes: text,
  none: { type: 'boolean' },
  url: text,
} as const;

const listOf = (typed: string): string[] => typed.split(',').map((part) => part.trim());

const TriesFlags = z.object({
  workflow: z.string('Name the workflow: --workflow ID.'),
  tries: z.coerce.number('Give a number.').optional(),
  waits: z
    .string()
    .transform((typed) => listOf(typed).map(Number))
    .optional(),
  failures: z.enum(TRIED_FAILURES, `must be one of ${TRIED_FAILURES.join(', ')}.`).optional(),
  codes: z.string().transform(listOf).optional(),
  none: z.boolean().default(false),
  url: UrlFlag,
});

/** Shows when failed runs of a workflow are tried again; with flags it replaces the rule. */
export const runTries: Command = async (args, at) => {
  const { url, ...flags } = parse(TriesFlags, read(args, TRIES_FLAGS));
  at.print(await tries(flags, at.serverAt(url)));
  return 0;
};

async function tries(
  { workflow, none, ...flags }: Omit<z.infer<typeof TriesFlags>, 'url'>,
  server: Server,
): Promise<string> {
  const client = apiClient(server);
  const params = { id: workflow };
  const asked = Object.values(flags).some((value) => value !== undefined);
  if (none && asked) throw new Error('--none removes the rule: give it alone.');
  if (!none && !asked) return lines((await client.call(getLaterTriesEndpoint, { params })).data);
  const { waits: waitsSeconds, ...rule } = flags;
  const checked = NewLaterTries.safeParse({ ...rule, waitsSeconds });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
  return lines((await client.call(setLaterTriesEndpoint, { params, body: checked.data })).data);
}

function lines({ tries, waitsSeconds, failures, codes, waiting }: LaterTriesNow): string {
  if (tries === null) return `No later tries. Waiting now: ${waiting}.\n`;
  const which = failures === 'codes' ? codes.join(', ') : failures;
  return `Later tries: up to ${tries}, after ${waitsSeconds.join(', ')} s. Failures: ${which}. Waiting now: ${waiting}.\n`;
}
