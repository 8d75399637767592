'use client';

import { Sparkles } from 'lucide-react';
import { useAssistant } from '../../page/assistant-queries';
import { Button } from '../../ui/button';
import { useEditor, useEditorStore } from '../store/editor-context';

/** Asks for an explanation of a finished run's error; absent if the workspace has no model for it. */
export function ExplainButton({ blockId }: { blockId: string | null }) {
  const store = useEditorStore();
  const isThere = useAssistant() !== null;
  const logId = useEditor(({ run, readOnly }) => (run.phase === 'finished' && !readOnly ? run.logId : null));
  if (!isThere || !logId) return null;
  return (
    <Button size="sm" onClick={() => store.setState({ assistant: { kind: 'explain', logId, blockId } })}>
      <Sparkles aria-hidden />
      Explain this error
    </Button>
  );
}
