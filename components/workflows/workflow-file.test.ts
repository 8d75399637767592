import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '@/lib/core/workflow/migrate-document';
import { parseWorkflowFile } from './workflow-file';

const document = { blocks: {}, edges: [] };

describe('parseWorkflowFile', () => {
  it('reads an exported file', () => {
    const file = parseWorkflowFile(JSON.stringify({ name: 'Orders', document }), 'x.json');
    const whole = { schemaVersion: SCHEMA_VERSION, ...document, loops: {}, parallels: {} };
    expect(file).toEqual({ name: 'Orders', document: whole });
  });

  it('reads a bare document and names it after its file', () => {
    expect(parseWorkflowFile(JSON.stringify(document), 'orders.json').name).toBe('orders');
  });

  it('refuses a file of a newer version in words', () => {
    const text = JSON.stringify({ ...document, schemaVersion: SCHEMA_VERSION + 1 });
    expect(() => parseWorkflowFile(text, 'x.json')).toThrow(/^x.json: The workflow was saved by a newer/);
  });

  it('says where a file is wrong', () => {
    const text = JSON.stringify({ blocks: {}, edges: [{ id: 'e 1' }] });
    expect(() => parseWorkflowFile(text, 'x.json')).toThrow('x.json is not a workflow: at edges.0.id');
    expect(() => parseWorkflowFile('nope', 'x.json')).toThrow('x.json is not JSON.');
  });
});
