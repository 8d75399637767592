import { type KeyHolder, startKeyHolder } from '@/lib/services/runs/testing/key-holder';

const BLOCK = { position: { x: 0, y: 0 }, enabled: true };
/** A workflow that runs without a network. */
const GREETING = {
  blocks: {
    start: { ...BLOCK, id: 'start', type: 'start', name: 'start', config: {} },
    response: {
      ...BLOCK,
      id: 'response',
      type: 'response',
      name: 'response',
      config: { status: 200, headers: [], body: '{"greeting": "Hello, <start.name>!"}' },
    },
  },
  edges: [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'response', targetHandle: 'in' }],
};

/** A started API with a workspace, a workflow that greets and a key: what the examples need. */
export interface ReadmeWorkspace extends KeyHolder {
  workflowId: string;
  /** For the programs' environment. */
  env: Record<string, string>;
}

export async function startReadmeWorkspace(): Promise<ReadmeWorkspace> {
  const holder = await startKeyHolder({ logsApiPerMinute: 10_000 });
  const { api, workspaceId, headers } = holder;
  const { body } = await api.call('POST', '/api/v1/workflows', headers, {
    workspaceId,
    name: 'Greet',
    document: GREETING,
  });
  const workflowId = String((body.data as { id: string }).id);
  return {
    ...holder,
    workflowId,
    env: {
      MILLRACE_URL: api.origin,
      MILLRACE_API_KEY: headers['x-api-key'],
      WORKSPACE: workspaceId,
      WORKFLOW: workflowId,
    },
  };
}
