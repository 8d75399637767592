import { expect, it } from 'vitest';
import { newTool, parameterNames, savedTool, toolsOf } from './tool-list';

it('what a document holds is shown whatever it is, and saved as its kind knows it', () => {
  const [request, server] = toolsOf([
    { kind: 'request', name: 'find', url: 'https://example.com/?q=<args.q>' },
    {
      kind: 'mcp',
      name: 'docs',
      url: 'https://example.com/mcp',
      body: 'left over',
      connectionId: 'c',
      only: 'search',
    },
  ]);
  expect(savedTool(request!)).toEqual({
    kind: 'request',
    name: 'find',
    description: '',
    parameters: '',
    method: 'GET',
    url: 'https://example.com/?q=<args.q>',
    headers: [],
    body: '',
  });
  expect(savedTool(server!)).toEqual({
    kind: 'mcp',
    name: 'docs',
    url: 'https://example.com/mcp',
    headers: [],
    connectionId: 'c',
    only: 'search',
  });
  expect(toolsOf([null, { kind: 'else' }]).map(({ kind }) => kind)).toEqual(['request', 'request']);
});

it('a new tool has a name of its own', () => {
  expect(newTool(toolsOf([{ name: 'tool1' }, { name: 'tool3' }])).name).toBe('tool2');
});

it('the parameters of a half-written schema are none', () => {
  expect(parameterNames({ parameters: '{"properties": {"city": {}, "days": {}}}' })).toBe('city days');
  expect(['', '{"prop', 'null', '3'].map((parameters) => parameterNames({ parameters }))).toEqual([
    '',
    '',
    '',
    '',
  ]);
});
