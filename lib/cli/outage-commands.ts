import { z } from 'zod';
import {
  failServerWaitsEndpoint,
  listServerOutagesEndpoint,
  probeServerEndpoint,
} from '../services/server-outages/endpoints';
import type { ServerOutage } from '../services/server-outages/schema';
import { apiClient } from './api-client';
import { parse, read } from './read-flags';
import type { Command, Server, Surroundings } from './surroundings';
import { UrlFlag } from './url-flag';

const text = { type: 'string' } as const;
const ListFlags = z.object({ workspace: z.string('Name the workspace: --workspace ID.'), url: UrlFlag });
const OneFlags = z.object({
  outage: z.string('Name the outage: --outage ID. "outages list" shows it.'),
  url: UrlFlag,
});

export const runOutages: Command = async (args, at) => {
  at.print(await wordsOf(args, at));
  return 0;
};

async function wordsOf([word, ...args]: readonly string[], at: Surroundings): Promise<string> {
  if (word === 'list') {
    const { workspace, url } = parse(ListFlags, read(args, { workspace: text, url: text }));
    return list(workspace, at.serverAt(url));
  }
  if (word !== 'try' && word !== 'fail')
    throw new Error('Say what to do: outages list, outages try or outages fail.');
  const { outage, url } = parse(OneFlags, read(args, { outage: text, url: text }));
  const server = at.serverAt(url);
  return word === 'try' ? tryNow(outage, server) : failAll(outage, server);
}

async function list(workspaceId: string, server: Server): Promise<string> {
  const { data } = await apiClient(server).call(listServerOutagesEndpoint, { query: { workspaceId } });
  return data.length === 0 ? 'No runs wait for a server.\n' : data.map(lineOf).join('');
}

async function tryNow(id: string, server: Server): Promise<string> {
  const { data } = await apiClient(server).call(probeServerEndpoint, { params: { id } });
  return lineOf(data);
}

/** Fails all that waits, call after call. */
async function failAll(id: string, server: Server): Promise<string> {
  const client = apiClient(server);
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
