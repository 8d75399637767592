import { SCHEMA_VERSION } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';

/** The first workflow of a new workspace; it calls the product itself, so that it runs without a network. */
export const EXAMPLE_WORKFLOW: { name: string; description: string; document: WorkflowDocument } = {
  name: 'Say hello',
  description: 'Sends a name to Millrace’s own demo endpoint and returns its response. Press Run.',
  document: {
    schemaVersion: SCHEMA_VERSION,
    blocks: {
      start: {
        id: 'start',
        type: 'start',
        name: 'start',
        position: { x: 0, y: 0 },
        enabled: true,
        config: { fields: [{ name: 'name', type: 'string', required: false, default: 'Ada' }] },
      },
      greeting: {
        id: 'greeting',
        type: 'api',
        name: 'greeting',
        position: { x: 272, y: 0 },
        enabled: true,
        config: {
          url: '{{MILLRACE_URL}}/api/demo/greetings',
          method: 'POST',
          body: { kind: 'json', value: '{"name": "<start.name>"}' },
        },
      },
      response: {
        id: 'response',
        type: 'response',
        name: 'response',
        position: { x: 544, y: 0 },
        enabled: true,
        config: { status: 200, headers: [], body: '<greeting.data>' },
      },
    },
    edges: [
      { id: 'e1', source: 'start', sourceHandle: 'out', target: 'greeting', targetHandle: 'in' },
      { id: 'e2', source: 'greeting', sourceHandle: 'out', target: 'response', targetHandle: 'in' },
    ],
    loops: {},
    parallels: {},
  },
};
