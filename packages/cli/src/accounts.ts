import { writeJson } from '../../../lib/platform/text/json-text';
import { CALL_FLAGS, type Caller, callerOf } from './caller';
import { oneNamed } from './one-named';
import type { Place, PlacedCommand } from './place';
import { type Arguments, readArguments, SWITCH, TEXT } from './read-arguments';
import { accountsOf, type Member, type ServiceAccount } from './service-accounts';
import { UsageError } from './usage-error';

const FLAGS = { ...CALL_FLAGS, role: TEXT, name: TEXT, json: SWITCH };

/** Lists, creates, renames and removes the service accounts of a workspace. */
export const accounts: PlacedCommand = async (args, place) => {
  const given = readArguments(args, FLAGS, ['WORD?', 'ACCOUNT?']);
  const [word = 'list', named] = given.words;
  const caller = callerOf(given, place);
  if (word === 'list' && named === undefined) return list(given, caller, place);
  if (word === 'create' && named !== undefined) return create(named, given, caller, place);
  if (word === 'rename' && named !== undefined) return rename(named, given, caller, place);
  if (word === 'remove' && named !== undefined) return remove(named, caller, place);
  throw new UsageError('Say what: accounts list, create NAME, rename ACCOUNT or remove ACCOUNT.');
};

async function find(named: string, caller: Caller): Promise<ServiceAccount> {
  const known = await accountsOf(caller);
  return known.find(({ id }) => id === named.toLowerCase()) ?? oneNamed(named, known, 'service account');
}

async function list(given: Arguments, caller: Caller, place: Place): Promise<number> {
  for (const member of await accountsOf(caller)) print(member, given, place);
  return 0;
}

function print(member: Member, given: Arguments, place: Place): void {
  const { userId, kind, name, role } = member;
  const json = () => writeJson({ userId, kind, name, role });
  place.print(given.has('json') ? `${json()}\n` : `${userId}  ${role}  ${name}\n`);
}

async function create(name: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const role = given.text('role');
  if (role === undefined) throw new UsageError('--role is missing: reader, writer or admin.');
  const workspaceId = await caller.workspace();
  const request = {
    method: 'POST',
    path: `/api/v1/workspaces/${workspaceId}/service-accounts`,
    body: { name, role },
  } as const;
  print((await caller.millrace.request<{ data: Member }>(request)).data, given, place);
  return 0;
}

async function rename(named: string, given: Arguments, caller: Caller, place: Place): Promise<number> {
  const name = given.text('name');
  if (name === undefined) throw new UsageError('--name is missing: the new name.');
  const { id } = await find(named, caller);
  const workspaceId = await caller.workspace();
  const request = {
    method: 'PATCH',
    path: `/api/v1/workspaces/${workspaceId}/service-accounts/${id}`,
    body: { name },
  } as const;
  print((await caller.millrace.request<{ data: Member }>(request)).data, given, place);
  return 0;
}

async function remove(named: string, caller: Caller, place: Place): Promise<number> {
  const { id } = await find(named, caller);
  const workspaceId = await caller.workspace();
  await caller.millrace.request({
    method: 'DELETE',
    path: `/api/v1/workspaces/${workspaceId}/members/${id}`,
  });
  place.print('Removed.\n');
  return 0;
}
