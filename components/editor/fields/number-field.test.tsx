import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { allDefinitions, defaultsOf } from '../document/definition-of';
import { lineDocument } from '../document/line-document.fixture';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { NumberField } from './number-field';

const numbers = allDefinitions().flatMap((definition) =>
  definition.fields
    .filter(({ kind }) => kind === 'number')
    .map((field) => ({ type: definition.type, field, fallback: defaultsOf(definition)[field.name] })),
);
const store = createEditorStore({
  workflow: { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() },
  readOnly: false,
});
const attribute = (markup: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1];

test.each(numbers)(
  'an empty $field.name of $type stays empty: its default is a placeholder',
  ({ field, fallback }) => {
    const drawn = (value: unknown) =>
      renderToStaticMarkup(
        <EditorProvider store={store}>
          <NumberField
            field={field}
            blockId="b"
            value={value}
            fallback={fallback}
            onChange={() => {}}
            problems={[]}
            readOnly={false}
            form={{ fields: [], onChange: () => {}, control: () => undefined }}
          />
        </EditorProvider>,
      );
    const factor = field.unit === 'ms' ? 1_000 : 1;
    expect(attribute(drawn(undefined), 'value')).toBe('');
    expect(attribute(drawn(undefined), 'placeholder')).toBe(
      typeof fallback === 'number' ? String(fallback / factor) : (field.placeholder ?? ''),
    );
    expect(attribute(drawn(30 * factor), 'value')).toBe('30');
    // A browser's own number field would drop a text such as 1,5 without a word.
    expect(attribute(drawn(undefined), 'type')).toBeUndefined();
  },
);

test('there are such fields', () => expect(numbers.length).toBeGreaterThan(3));
