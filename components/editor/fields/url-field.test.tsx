import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { definitionOf } from '../document/definition-of';
import { lineDocument } from '../document/line-document.fixture';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { UrlField } from './url-field';

/** Renders the field before any interaction. */
function untouched(url: string): string {
  const workflow = { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() };
  const { fields } = definitionOf('api')!;
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <EditorProvider store={createEditorStore({ workflow, readOnly: false })}>
        <UrlField
          field={fields.find(({ name }) => name === 'url')!}
          blockId="b"
          value={url}
          fallback=""
          onChange={() => {}}
          problems={[{ code: 'URL_INVALID', message: 'It is wrong.', severity: 'error', refuses: false }]}
          readOnly={false}
          form={{ fields, onChange: () => {}, control: () => undefined }}
        />
      </EditorProvider>
    </QueryClientProvider>,
  );
}

test('an address that nobody has begun to type isn’t wrong yet; one that is there is', () => {
  expect(untouched('')).not.toContain('It is wrong.');
  expect(untouched('example')).toContain('It is wrong.');
});
