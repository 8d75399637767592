import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WorkspaceProvider, type WorkspaceView } from '../../page/workspace-context';
import { lineDocument } from '../document/line-document.fixture';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { CommentView } from './comment-view';

test('an address in a comment on a block is a link', () => {
  const comment = {
    id: 'c',
    author: { id: 'u', name: 'Ada' },
    text: 'See https://api.example/docs.',
    createdAt: '2026-11-29T12:00:00.000Z',
    editedAt: null,
  };
  const workflow = { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() };
  const workspace = { id: 's', canWrite: false, isAdmin: false, me: { id: 'other' } } as WorkspaceView;
  const view = renderToStaticMarkup(
    <Tooltip.Provider>
      <WorkspaceProvider value={workspace}>
        <EditorProvider store={createEditorStore({ workflow, readOnly: true })}>
          <CommentView comment={comment} acts={{} as never} onDelete={() => {}} />
        </EditorProvider>
      </WorkspaceProvider>
    </Tooltip.Provider>,
  );
  expect(view).toContain('<a href="https://api.example/docs"');
});
