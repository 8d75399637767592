import { z } from 'zod';
import {
  failServerWaitsEndpoint,
  listServerOutagesEndpoint,
  probeServerEndpoint,
} from '../services/server-outages/endpoints';
import type { ServerOutage } from '../services/server-outages/schema';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';

const text = { type: 'string' } as const;
const url = z.url('Enter a URL.').default('http://localhost:3000');
const ListFlags = z.object({ workspace: z.string('Name the workspace: --workspace ID.'), url });
const OneFlags = z.object({
  outage: z.string('Name the outage: --outage ID. "outages list" shows it.'),
  url,
});

/** Runs a word of `outages`. @returns what to print @throws Error in words */
export async function runOutages([word, ...args]: readonly string[]): Promise<string> {
  if (word === 'list') return list(parse(ListFlags, read(args, { workspace: text, url: text })));
  if (word !== 'try' && word !== 'fail')
    throw new Error('Say what to do: outages list, outages try or outages fail.');
  const flags = parse(OneFlags, read(args, { outage: text, url: text }));
  return word === 'try' ? tryNow(flags) : failAll(flags);
}

async function list(flags: z.infer<typeof ListFlags>): Promise<string> {
  const query = { workspaceId: flags.workspace };
  const { data } = await apiClient(flags.url).call(listServerOutagesEndpoint, { query });
  return data.length === 0 ? 'No runs wait for a server.\n' : data.map(lineOf).join('');
}

async function tryNow({ outage: id, url: address }: z.infer<typeof OneFlags>): Promise<string> {
  const { data } = await apiClient(address).call(probeServerEndpoint, { params: { id } });
  return lineOf(data);
}

/** Fails all that waits, call after call. */
async function failAll({ outage: id, url: address }: z.infer<typeof OneFlags>): Promise<string> {
  const client = apiClient(address);
  let sum = 0;
  for (let more = true; more; ) {
    const { data } = await client.call(failServerWaitsEndpoint, { params: { id } });
    sum += data.failed;
    more = data.failed > 0 && data.waiting > 0;
  }
  return `Failed ${sum} ${sum === 1 ? 'block' : 'blocks'}.\n`;
}

function lineOf({ id, server, status, since, waiting, isProbing, nextProbeAt }: ServerOutage): string {
  const probe = nextProbeAt ?? (isProbing ? 'now' : 'none');
  return `${id}  ${server}  ${status} since ${since}  waiting: ${waiting}  next attempt: ${probe}\n`;
}
