'use client';

import { LatePart, lateModule } from '../ui/late-part';
import { useWorkflowDialogs } from '../workflows/workflow-dialogs';

/** Twenty documents that only who asks for them needs. */
const dialog = lateModule(() => import('./template-dialog'));

/** Once in the shell. */
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
