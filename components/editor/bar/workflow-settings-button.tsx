'use client';

import { Settings2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { WorkflowSettings } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { useEditor, useEditorStore } from '../store/editor-context';
import { setWorkflowSettings } from '../store/workflow-settings';
import { FailureNoticeField } from './failure-notice-field';

/** Opens the settings of the workflow as a whole. */
export function WorkflowSettingsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Workflow settings" onClick={() => setOpen(true)}>
        <Settings2 />
      </IconButton>
      {isOpen ? <WorkflowSettingsDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const LIMITS = [
  { name: 'usd', label: 'Cost of models, USD' },
  { name: 'calls', label: 'Calls of models and tools' },
  { name: 'seconds', label: 'Time from the run’s start, seconds' },
] as const;
type Limit = (typeof LIMITS)[number]['name'];

export function WorkflowSettingsDialog({ onClose }: { onClose: () => void }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const saved = useEditor((state) => state.document.settings?.agents);
  const [texts, setTexts] = useState<Partial<Record<Limit, string>>>({});
  const [problems, setProblems] = useState<Partial<Record<Limit, string>>>({});
  const limitText = (name: Limit) => texts[name] ?? String(saved?.[name] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entries = LIMITS.map(({ name }) => [name, limitText(name).trim()] as const);
    const agents = Object.fromEntries(
      entries.flatMap(([name, text]) => (text === '' ? [] : [[name, Number(text)]])),
    );
    const checked = WorkflowSettings.safeParse({ agents });
    if (checked.success) {
      setWorkflowSettings(store, checked.data);
      onClose();
    } else
      setProblems(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[1], message])));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Workflow settings"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {readOnly ? null : (
            <Button variant="primary" type="submit" form="workflow-settings">
              Apply
            </Button>
          )}
        </>
      }
    >
      <form id="workflow-settings" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FailureNoticeField />
        <p className="text-muted text-sm">
          Limits for all agents of one run together. When one is reached, their error port is taken.
        </p>
        {LIMITS.map(({ name, label }) => (
          <Field key={name} label={label} error={problems[name]}>
            <Input
              type="number"
              inputMode="decimal"
              step="any"
              placeholder="No limit"
              readOnly={readOnly}
              className="tabular max-w-40"
              value={limitText(name)}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
