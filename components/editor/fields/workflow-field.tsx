import { WorkflowPicker, type WorkflowPickerProps } from '../../workflows/workflow-picker';
import { useEditor } from '../store/editor-context';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

/** One of the workspace's other workflows, found by its name. */
export function WorkflowField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  return (
    <OtherWorkflowPicker
      label={field.label}
      help={field.help}
      id={String(value ?? fallback ?? '')}
      problem={problemNote(problems)}
      readOnly={readOnly}
      onChange={onChange}
    />
  );
}

/** The picker in the editor: its list says which of them is being edited. */
export function OtherWorkflowPicker(props: Omit<WorkflowPickerProps, 'workspaceId' | 'ownId'>) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const ownId = useEditor((state) => state.workflowId);
  return <WorkflowPicker {...props} workspaceId={workspaceId} ownId={ownId} />;
}
