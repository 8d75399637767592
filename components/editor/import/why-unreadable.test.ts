import { expect, test } from 'vitest';
import { whyUnreadable } from './why-unreadable';

test.each([
  ['n8n', { name: 'Theirs', nodes: [{ type: 'n8n-nodes-base.webhook' }], connections: {} }],
  ['Node-RED', [{ id: '1', type: 'inject', wires: [[]] }]],
  ['Make', { name: 'Theirs', flow: [], metadata: {} }],
])('a workflow of %s is named as such, with where its words are explained', (tool, exported) => {
  const words = whyUnreadable(JSON.stringify(exported));
  expect(words).toContain(`This is a workflow of ${tool}`);
  expect(words).toContain('Coming from n8n, Postman or Sim');
});

test.each(['a shopping list', '{"nodes": 1}', '{broken', '[]'])(
  '%s is nothing that can be imported',
  (text) => {
    expect(whyUnreadable(text)).toMatch(/^This is neither blocks of a workflow nor .*cURL/);
  },
);
