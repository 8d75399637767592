import { expect, it } from 'vitest';
import { WorkflowDocument } from '@/lib/core/workflow/schema';
import { starterDocument } from './starter-document';

it('begins a new workflow with one block that starts a run, in a shape that can be saved', () => {
  const document = starterDocument();
  expect(WorkflowDocument.parse(document)).toEqual(document);
  expect(Object.values(document.blocks)).toHaveLength(1);
});
