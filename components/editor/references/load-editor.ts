'use client';

import { type ComponentType, useSyncExternalStore } from 'react';
import type { TextLanguage } from './editor-marks';
import type { LoadedEditorProps } from './text-frame';

type LoadedEditor = ComponentType<LoadedEditorProps>;

/** A module that comes when somebody first waits for it. One that failed is asked for again by the next. */
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
        // What stands in for it takes text as well; once there is a network again, so is the editor.
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

// The editor's engine is most of the weight of this page; the canvas comes first. Languages come with code.
const textEditor = lateEditor(() => import('./text-editor'));
const codeEditor = lateEditor(() => import('./code-editor'));
const graphqlEditor = lateEditor(() => import('./graphql-editor'));

/** So that it is there, or soon, when a form is opened. */
export const askForEditor = textEditor.ask;

/** The editor for a text; null while it is on its way. */
export function useLoadedEditor(language: TextLanguage): LoadedEditor | null {
  const { subscribe, current } = editorOf(language);
  return useSyncExternalStore(subscribe, current, () => null);
}

function editorOf(language: TextLanguage) {
  if (language === 'text') return textEditor;
  return language === 'graphql' ? graphqlEditor : codeEditor;
}
