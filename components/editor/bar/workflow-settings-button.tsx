'use client';

import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { WorkflowSettings } from '@/lib/core/workflow/schema';
import { KeepEffectsSwitch } from '../../effects/keep-effects-switch';
import { WaitForServersSwitch } from '../../outages/wait-for-servers-switch';
import { fieldProblems } from '../../page/error-words';
import { FormDialog } from '../../page/form-dialog';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { typedNumber } from '../../ui/typed-number';
import { useEditor, useEditorStore } from '../store/editor-context';
import { setWorkflowSettings } from '../store/workflow-settings';
import { BudgetsField } from './budgets-field';
import { FailureNoticeField } from './failure-notice-field';
import { LaterTriesField, useLaterTriesDialog } from './later-tries-field';
import { RedactionField, useRedactionDialog } from './redaction-field';
import { RunLimitsField, useRunLimitsDialog } from './run-limits-field';

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
  const wasWaiting = useEditor((state) => state.document.settings?.waitForServers === true);
  const wasKeeping = useEditor((state) => state.document.settings?.keepEffects === true);
  const runLimits = useRunLimitsDialog();
  const laterTries = useLaterTriesDialog();
  const redaction = useRedactionDialog();
  const [texts, setTexts] = useState<Partial<Record<Limit, string>>>({});
  const [waitForServers, setWaitForServers] = useState(wasWaiting);
  const [keepEffects, setKeepEffects] = useState(wasKeeping);
  const limitText = (name: Limit) => texts[name] ?? String(saved?.[name] ?? '');
  const entries = LIMITS.map(({ name }) => [name, limitText(name).trim()] as const);
  const agents = Object.fromEntries(
    entries.flatMap(([name, text]) => (text === '' ? [] : [[name, typedNumber(text)]])),
  );
  const checked = WorkflowSettings.safeParse({ agents, waitForServers, keepEffects });
  const submit = () => {
    if (!checked.success) return;
    setWorkflowSettings(store, checked.data);
    onClose();
  };
  return (
    <>
      <FormDialog
        size="sm"
        title="Workflow settings"
        submitLabel={readOnly ? undefined : 'Apply'}
        form={{ noValidate: true, error: null, problems: fieldProblems(checked), onSubmit: submit }}
        onClose={onClose}
      >
        <FailureNoticeField />
        <RunLimitsField onOpen={runLimits.open} />
        <LaterTriesField onOpen={laterTries.open} />
        <BudgetsField />
        <RedactionField onOpen={redaction.open} />
        <WaitForServersSwitch checked={waitForServers} disabled={readOnly} onChange={setWaitForServers} />
        <KeepEffectsSwitch checked={keepEffects} disabled={readOnly} onChange={setKeepEffects} />
        <p className="text-muted text-sm">
          Limits for all agents of one run together. When one is reached, their error port is taken.
        </p>
        {LIMITS.map(({ name, label }) => (
          <Field key={name} name={`agents.${name}`} label={label}>
            <Input
              inputMode="decimal"
              placeholder="No limit"
              readOnly={readOnly}
              className="tabular max-w-40"
              value={limitText(name)}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          </Field>
        ))}
      </FormDialog>
      {runLimits.dialog}
      {laterTries.dialog}
      {redaction.dialog}
    </>
  );
}
