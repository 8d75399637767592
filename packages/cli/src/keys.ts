import { writeJson } from '../../../lib/platform/text/json-text';
import type { Millrace } from '../../sdk/src/millrace.js';
import { CALL_FLAGS, type Caller, callerOf } from './caller';
import { isId, oneNamed } from './one-named';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT, TEXTS } from './read-arguments';
import { accountsOf } from './service-accounts';
import { UsageError } from './usage-error';

const FLAGS = {
  ...CALL_FLAGS,
  account: TEXT,
  name: TEXT,
  scope: TEXTS,
  expires: TEXT,
  workflow: TEXTS,
  address: TEXTS,
  'all-workflows': SWITCH,
  'any-address': SWITCH,
  overlap: TEXT,
  json: SWITCH,
};
const DAY_MS = 86_400_000;
const MOST_DAYS = 3_650;

/** A key as its owner sees it. */
interface Key {
  id: string;
  name: string;
  lastFour: string;
  scopes: string[];
  addresses: string[] | null;
  workflowIds: string[] | null;
  expiresAt: string | null;
}
interface Made {
  data: Key;
  secret: string;
}

/** Lists, creates, changes, rotates and revokes API keys, with no more rights than the one that is used. */
export const keys: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORD?', 'KEY?']);
  const [word = 'list', named] = given.words;
  const caller = callerOf(given, place);
  if (word === 'list' && named === undefined) return list(given, caller, place);
  if (word === 'create' && named !== undefined) return create(named, given, caller, place);
  if (word === 'edit' && named !== undefined) return edit(named, given, caller, place);
  if (word === 'rotate' && named !== undefined) return rotate(named, given, caller, place);
  if (word === 'revoke' && named !== undefined) return revoke(named, given, caller, place);
  throw new UsageError('Say what: keys list, create NAME, edit KEY, rotate KEY or revoke KEY.');
};

/** Returns the id of the service account whose keys are meant; undefined: one's own. @throws UsageError */
async function accountOf(given: Arguments, caller: Caller): Promise<string | undefined> {
  const named = given.text('account');
  if (named === undefined || isId(named)) return named;
  return oneNamed(named, await accountsOf(caller), 'service account').id;
}

const keysOf = async (millrace: Millrace, serviceAccountId: string | undefined): Promise<Key[]> => {
  const query = serviceAccountId === undefined ? {} : { serviceAccountId };
  const request = { method: 'GET', path: '/api/v1/api-keys', query } as const;
  return (await millrace.request<{ data: Key[] }>(request)).data;
};

/** Returns the id of a key that was named by it or by its name. @throws UsageError */
async function find(named: string, given: Arguments, caller: Caller): Promise<string> {
  const known = await keysOf(caller.millrace, await accountOf(given, caller));
  return (known.find((key) => key.id === named.toLowerCase()) ?? oneNamed(named, known, 'key')).id;
}

async function list(given: Arguments, caller: Caller, place: Place): Promise<number> {
  for (const key of await keysOf(caller.millrace, await accountOf(given, caller)))
    place.print(given.has('json') ? `${writeJson(key)}\n` : lineOf(key));
  return 0;
}

function lineOf({ id, name, lastFour, scopes, addresses, workflowIds, expiresAt }: Key): string {
  const workflows = workflowIds === null ? '' : `workflows: ${workflowIds.length}`;
  const from = addresses === null ? '' : `from ${addresses.join(',')}`;
  const until = expiresAt === null ? '' : `until ${expiresAt}`;
  const parts = [id, `…${lastFour}`, name, scopes.join(','), workflows, from, until];
  return `${parts.filter((part) => part !== '').join('  ')}\n`;
}

async function create(name: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const scopes = given.list('scope');
  if (scopes === undefined)
    throw new UsageError('--scope is missing: workflows:run, logs:read or others, with commas between.');
  const days = given.wholeNumber('expires', 1, MOST_DAYS);
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString();
  const account = await accountOf(given, caller);
  const owner = account === undefined ? {} : { serviceAccountId: account };
  const limits = await limitsOf(given, caller);
  const body = { name, scopes, workspaceIds: [await caller.workspace()], expiresAt, ...limits, ...owner };
  const request = { method: 'POST', path: '/api/v1/api-keys', body } as const;
  return show(await caller.millrace.request<Made>(request), given, place);
}

async function edit(named: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const name = given.text('name');
  const body = { ...(name !== undefined && { name }), ...(await limitsOf(given, caller)) };
  if (Object.keys(body).length === 0)
    throw new UsageError('Give --name, --workflow, --all-workflows, --address or --any-address.');
  const id = await find(named, given, caller);
  const request = { method: 'PATCH', path: `/api/v1/api-keys/${id}`, body } as const;
  const { data } = await caller.millrace.request<{ data: Key }>(request);
  place.print(given.has('json') ? `${writeJson(data)}\n` : lineOf(data));
  return 0;
}

/** Returns the limits that were typed; those that weren't stay as they are. */
async function limitsOf(
  given: Arguments,
  { workflow }: Caller,
): Promise<{ workflowIds?: string[] | null; addresses?: string[] | null }> {
  const workflows = given.list('workflow');
  const addresses = given.list('address');
  if (workflows !== undefined && given.has('all-workflows'))
    throw new UsageError('Give --workflow or --all-workflows, not both.');
  if (addresses !== undefined && given.has('any-address'))
    throw new UsageError('Give --address or --any-address, not both.');
  return {
    ...(given.has('all-workflows') && { workflowIds: null }),
    ...(given.has('any-address') && { addresses: null }),
    ...(workflows !== undefined && { workflowIds: await Promise.all(workflows.map(workflow)) }),
    ...(addresses !== undefined && { addresses }),
  };
}

async function rotate(named: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const id = await find(named, given, caller);
  const body = { overlap: given.text('overlap') ?? '24h' };
  const request = { method: 'POST', path: `/api/v1/api-keys/${id}/rotation`, body } as const;
  return show(await caller.millrace.request<Made>(request), given, place);
}

/** Prints the key itself, which can't be read again, and nothing else where a program may read it. */
function show(made: Made, given: Arguments, place: Place): number {
  if (given.has('json')) place.print(`${writeJson({ ...made.data, secret: made.secret })}\n`);
  else {
    place.note('The key is shown only once:\n');
    place.print(`${made.secret}\n`);
  }
  return 0;
}

async function revoke(named: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const id = await find(named, given, caller);
  await caller.millrace.request({ method: 'DELETE', path: `/api/v1/api-keys/${id}` });
  place.print('Revoked.\n');
  return 0;
}
