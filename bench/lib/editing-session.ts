import { mergeUpdates } from 'yjs';

interface SharedUpdates {
  data: { epoch: string; updates: string[] };
}

/** Reads and sends the edits of a workflow as a signed-in person does. */
export function editingSession({ origin, cookie }: { origin: string; cookie: string }, workflowId: string) {
  const url = `${origin}/api/workflows/${workflowId}/edits`;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  return {
    async read(): Promise<{ epoch: string; state: Uint8Array; bytes: number }> {
      const response = await fetch(url, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`The edits were not read: ${response.status} ${text.slice(0, 200)}`);
      const { data } = JSON.parse(text) as SharedUpdates;
      const updates = data.updates.map((update) => new Uint8Array(Buffer.from(update, 'base64')));
      return { epoch: data.epoch, state: mergeUpdates(updates), bytes: text.length };
    },
    /** Returns the response's status and code. */
    async send(epoch: string, updates: readonly Uint8Array[]): Promise<string> {
      const body = JSON.stringify({
        epoch,
        updates: updates.map((update) => Buffer.from(update).toString('base64')),
      });
      const response = await fetch(url, { method: 'POST', headers, body });
      const { code = '' } = (await response.json()) as { code?: string };
      return `${response.status} ${code}`.trim();
    },
  };
}
