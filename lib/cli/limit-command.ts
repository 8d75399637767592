import { z } from 'zod';
import { getRunLimitsEndpoint, setRunLimitsEndpoint } from '../services/run-limits/endpoints';
import { NewRunLimits, type RunLimits, type RunLimitsNow } from '../services/run-limits/schema';
import { BEYOND, DEBOUNCED_INPUTS } from '../services/runs/shapes/run-limits';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server } from './surroundings';
import { UrlFlag } from './url-flag';

const text = { type: 'string' } as const;

const LIMIT_FLAGS = {
  workflow: text,
  'at-once': text,
  'per-key': text,
  key: text,
  beyond: text,
  debounce: text,
  inputs: text,
  none: { type: 'boolean' },
  url: text,
} as const;

const count = z.coerce.number('Give a number.').optional();

const LimitFlags = z.object({
  workflow: z.string('Name the workflow: --workflow ID.'),
  'at-once': count,
  'per-key': count,
  key: z.string().optional(),
  beyond: z.enum(BEYOND, `must be one of ${BEYOND.join(', ')}.`).optional(),
  debounce: count,
  inputs: z.enum(DEBOUNCED_INPUTS, `must be one of ${DEBOUNCED_INPUTS.join(', ')}.`).optional(),
  none: z.boolean().default(false),
  url: UrlFlag,
});

/** Shows how many runs of a workflow go on at once; with flags it replaces the settings. */
export const runLimit: Command = async (args, at) => {
  const { url, ...flags } = parse(LimitFlags, read(args, LIMIT_FLAGS));
  at.print(await limit(flags, at.serverAt(url)));
  return 0;
};

async function limit(
  { workflow, none, ...flags }: Omit<z.infer<typeof LimitFlags>, 'url'>,
  server: Server,
): Promise<string> {
  const client = apiClient(server);
  const params = { id: workflow };
  const asked = Object.values(flags).some((value) => value !== undefined);
  if (none && asked) throw new Error('--none removes all limits: give it alone.');
  if (!none && !asked) return lines((await client.call(getRunLimitsEndpoint, { params })).data);
  const checked = NewRunLimits.safeParse({
    atOnce: flags['at-once'],
    perKey: flags['per-key'],
    key: flags.key,
    beyond: flags.beyond,
    debounceSeconds: flags.debounce,
    debounceInputs: flags.inputs,
  });
  if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join('\n'));
  return lines((await client.call(setRunLimitsEndpoint, { params, body: checked.data })).data);
}

function lines(limits: RunLimitsNow): string {
  const { waiting, running } = limits;
  return `${[...rules(limits), `Runs under these limits: ${running}. Runs that wait: ${waiting}.`].join('\n')}\n`;
}

function rules({ atOnce, perKey, key, beyond, debounceSeconds, debounceInputs }: RunLimits): string[] {
  const found = [
    ...(atOnce === null ? [] : [`Runs at once in all: ${atOnce}.`]),
    ...(perKey === null ? [] : [`Runs at once for each ${key}: ${perKey}.`]),
    ...(atOnce === null && perKey === null ? [] : [`Beyond: ${beyond}.`]),
    ...(debounceSeconds === null
      ? []
      : [
          `Debounce: ${debounceSeconds} s, with the ${debounceInputs === 'all' ? 'inputs of all' : 'last input'}.`,
        ]),
  ];
  return found.length === 0 ? ['No limits.'] : found;
}
