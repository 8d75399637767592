import { SCHEMA_VERSION } from './migrate-document';

/** An example for the API's documentation: sends a request and responds with the result. */
export const SMALL_DOCUMENT = {
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
      position: { x: 360, y: 0 },
      enabled: true,
      config: { url: 'https://example.com/greetings/<start.name>', method: 'GET' },
    },
  },
  edges: [{ id: 'e1', source: 'start', sourceHandle: 'out', target: 'greeting', targetHandle: 'in' }],
  loops: {},
  parallels: {},
};
