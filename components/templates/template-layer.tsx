'use client';

import { LatePart, lateModule } from '../ui/late-part';
import { useWorkflowDialogs } from '../workflows/workflow-dialogs';

/** Loaded on demand, because it contains twenty documents. */
const dialog = lateModule(() => import('./template-dialog'));

/** Rendered once, in the shell. */
export function TemplateLayer() {
  const { question, ask } = useWorkflowDialogs();
  if (question?.kind !== 'from-template') return null;
  const close = () => ask(null);
  return (
    <LatePart from={dialog} onClose={close}>
      {({ TemplateDialog }) => <TemplateDialog question={question} onClose={close} />}
    </LatePart>
  );
}
