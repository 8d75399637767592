'use client';

import { Plus } from 'lucide-react';
import { Button } from '../../ui/button';
import { useEditor, useEditorStore } from '../store/editor-context';

const NAMED = /\{\{([A-Za-z0-9_]{1,64})\}\}/;

/** Returns the variable that a run's error misses; null for other errors. */
export const missingVariableOf = ({ code, message }: { code: string; message: string }): string | null =>
  code === 'VARIABLE_NOT_FOUND' ? (NAMED.exec(message)?.[1] ?? null) : null;

/** Creates a missing variable; renders nothing for users who may not, or once it exists. */
export function CreateVariable({ name }: { name: string | null }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const isThere = useEditor((state) => name !== null && (state.variables?.includes(name) ?? false));
  if (name === null || readOnly || isThere) return null;
  return (
    <Button size="sm" onClick={() => store.setState({ variableToCreate: name })}>
      <Plus aria-hidden />
      Create {name}
    </Button>
  );
}
