'use client';

import { codeExtensions } from '../code/code-extensions';
import { codePlaceAt, SNIPPETS } from '../code/code-place';
import { formatCode } from '../code/format-code';
import { LANGUAGES } from '../code/languages';
import type { CodeTools } from './code-tools';
import TextEditor from './text-editor';
import type { LoadedEditorProps } from './text-frame';

const toolsFor = (language: keyof typeof LANGUAGES): CodeTools => ({
  // An expression is only a line or two.
  extensions: codeExtensions(LANGUAGES[language], { isShort: language === 'expression' }),
  format: (text) => formatCode(text, language),
  placeAt: codePlaceAt,
  snippets: SNIPPETS,
  fine: language === 'json' ? 'Valid JSON' : 'No syntax errors',
});

const TOOLS = {
  json: toolsFor('json'),
  function: toolsFor('function'),
  expression: toolsFor('expression'),
};

/** A code field. Loaded on first use, so that pages without code don't load the languages. */
export default function CodeEditor(props: LoadedEditorProps) {
  const { language = 'json' } = props;
  return language in TOOLS ? (
    <TextEditor {...props} tools={TOOLS[language as keyof typeof TOOLS]} />
  ) : (
    <TextEditor {...props} />
  );
}
