'use client';

import { type ComponentType, useSyncExternalStore } from 'react';
import type { TextLanguage } from './editor-marks';
import type { LoadedEditorProps } from './text-frame';

type LoadedEditor = ComponentType<LoadedEditorProps>;

/** Loads an editor's module on first use. After a failure, the next request tries again. */
function lateEditor(load: () => Promise<{ default: LoadedEditor }>) {
  let editor: LoadedEditor | null = null;
  let isComing = false;
  const waiting = new Set<() => void>();
  const ask = () => {
    if (isComing) return;
    isComing = true;
    load().then(
      (loaded) => {
        editor = loaded.default;
        for (const each of waiting) each();
      },
      () => {
        // The stand-in accepts text too; the editor is loaded again when the network is back.
        isComing = false;
        if (waiting.size > 0) window.addEventListener('online', ask, { once: true });
      },
    );
  };
  return {
    ask,
    subscribe: (arrived: () => void) => {
      waiting.add(arrived);
      ask();
      return () => void waiting.delete(arrived);
    },
    current: () => editor,
  };
}

// The editor's engine is most of the weight of this page; the canvas loads first. Languages load with code.
const textEditor = lateEditor(() => import('./text-editor'));
const codeEditor = lateEditor(() => import('./code-editor'));
const graphqlEditor = lateEditor(() => import('./graphql-editor'));

/** Starts loading, so that the editor is ready, or soon, when a form is opened. */
export const askForEditor = textEditor.ask;

/** Returns the editor for a text; null while it is loading. */
export function useLoadedEditor(language: TextLanguage): LoadedEditor | null {
  const { subscribe, current } = editorOf(language);
  return useSyncExternalStore(subscribe, current, () => null);
}

function editorOf(language: TextLanguage) {
  if (language === 'text') return textEditor;
  return language === 'graphql' ? graphqlEditor : codeEditor;
}
