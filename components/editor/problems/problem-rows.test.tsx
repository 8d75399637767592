import { ReactFlowProvider } from '@xyflow/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import { WorkflowDocument } from '@/lib/core/workflow/schema';
import { EVERY_PROBLEM } from '@/lib/core/workflow/testing/every-problem';
import { isHollow } from '@/lib/platform/testing/vague-words';
import { errorGuidePath } from '../../page/paths';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { ProblemRows } from './problem-rows';

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

test.each(EVERY_PROBLEM)('$code is listed with its words and its guide', ({ code, document, known }) => {
  const workflow = { id: 'w', workspaceId: 's', name: 'Test', document };
  const problems = checkWorkflow(document, known);
  const markup = renderToStaticMarkup(
    <ReactFlowProvider>
      <EditorProvider store={createEditorStore({ workflow, readOnly: false })}>
        <ProblemRows label="Problems" problems={problems} onGo={() => {}} />
      </EditorProvider>
    </ReactFlowProvider>,
  );
  const listed = textOf(markup);
  expect(isHollow(listed)).toBe(false);
  for (const { message } of problems) expect(listed).toContain(message);
  expect(markup).toContain(`href="${errorGuidePath(code)}"`);
});

test('a secret of a trigger that names no variable is listed with a button that creates it', () => {
  const check = { kind: 'header', header: 'X-Token', token: '{{HOOK_TOKEN}}' };
  const block = {
    id: 't',
    type: 'webhook-trigger',
    name: 'hook',
    position: { x: 0, y: 0 },
    config: { check },
  };
  const document = WorkflowDocument.parse({ blocks: { t: block }, edges: [] });
  const listed = (variables: string[]) => {
    const problems = checkWorkflow(document, { variables });
    const workflow = { id: 'w', workspaceId: 's', name: 'Test', document };
    const store = createEditorStore({ workflow, readOnly: false });
    return renderToStaticMarkup(
      <ReactFlowProvider>
        <EditorProvider store={store}>
          <ProblemRows label="Problems" problems={problems} onGo={() => {}} />
        </EditorProvider>
      </ReactFlowProvider>,
    );
  };
  expect(textOf(listed([]))).toMatch(/There is no variable {{HOOK_TOKEN}}.*Create HOOK_TOKEN/);
  expect(listed(['HOOK_TOKEN'])).not.toContain('HOOK_TOKEN');
});
