import type { Caller } from './caller';

export interface Member {
  userId: string;
  kind: 'person' | 'service';
  name: string;
  role: string;
}

/** A service account, by the id that keys name it with. */
export interface ServiceAccount extends Member {
  id: string;
}

/** The service accounts of the workspace that the command is about. */
export async function accountsOf({ millrace, workspace }: Caller): Promise<ServiceAccount[]> {
  const request = { method: 'GET', path: `/api/v1/workspaces/${await workspace()}/members` } as const;
  const { data } = await millrace.request<{ data: Member[] }>(request);
  return data.filter(({ kind }) => kind === 'service').map((member) => ({ ...member, id: member.userId }));
}
