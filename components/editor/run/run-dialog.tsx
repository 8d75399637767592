'use client';

import { Play } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { errorWords } from '../../page/error-words';
import { localStore } from '../../ui/browser-storage';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Keys } from '../../ui/kbd';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { ChosenFile, FileButton } from '../fields/file-button';
import { fileIn } from '../fields/file-value';
import { type InputField, textFromDefault } from '../fields/input-field-list';
import { inputsOfRun } from '../fields/inputs-of-run';
import { useEditor } from '../store/editor-context';
import { MockResult } from './mock-result';
import { MockSourceField } from './mock-source-field';
import type { MockSource } from './mock-words';
import type { RunInput } from './run-controller';
import { readInput, recallInput, rememberInput } from './run-input';
import { useMockRun } from './use-mock-run';

export interface RunDialogProps {
  /** True if only a part of the workflow is to run, which has no recorded answers. */
  isPart: boolean;
  flush: () => Promise<boolean>;
  onClose: () => void;
  onRun: (input: RunInput) => void;
}

/** Asks for a run's input, prefilled with the last one, and whether its requests are sent. */
export function RunDialog({ isPart, flush, onClose, onRun }: RunDialogProps) {
  const document = useEditor((state) => state.document);
  const workflowId = useEditor((state) => state.workflowId);
  const declared = inputsOfRun(document);
  const inputs = declared.length > 0 ? declared : [WHOLE];
  const [texts, setTexts] = useState(() => recallInput(localStore, workflowId));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isMocked, setMocked] = useState(false);
  const [source, setSource] = useState<MockSource | null>(null);
  const mock = useMockRun(workflowId, flush);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readInput(inputs, texts);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    rememberInput(localStore, workflowId, texts);
    const input = declared.length > 0 ? read.input : { ...Object(read.input[WHOLE.name]) };
    if (isMocked) {
      if (source !== null) mock.mutate({ input, source });
      return;
    }
    onClose();
    onRun(input);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Run with input"
      description={
        declared.length > 0
          ? 'The values this run starts with. Empty fields use their default.'
          : 'This workflow declares no input fields. Later blocks can read any of these as <start.name>.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={mock.isPending}
            disabled={isMocked && source === null}
          >
            <Play aria-hidden />
            Run
            <span
              className={cn(
                '[&_kbd]:border-transparent [&_kbd]:bg-transparent [&_kbd]:px-0 [&_kbd]:text-on-solid',
              )}
            >
              <Keys combo="mod+enter" />
            </span>
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {inputs.map((input) => (
          <Field
            key={input.name}
            label={input.name}
            help={input.description}
            error={errors[input.name]}
            required={input.required}
            aside={input.required ? 'required' : input.type}
          >
            <InputControl
              input={input}
              text={texts[input.name] ?? ''}
              onChange={(text) => setTexts({ ...texts, [input.name]: text })}
            />
          </Field>
        ))}
        {isPart ? null : (
          <MockSourceField isOn={isMocked} source={source} onSwitch={setMocked} onSource={setSource} />
        )}
        <div role="status">
          {mock.isError ? <Notice tone="danger">{errorWords(mock.error)}</Notice> : null}
          {isMocked && mock.data ? <MockResult run={mock.data} /> : null}
        </div>
      </form>
    </Dialog>
  );
}

/** All of the input, of a workflow that declares no fields. */
const WHOLE: InputField = { name: 'Input (JSON)', type: 'object', required: false };

const YES_NO = [
  { value: 'unset', label: 'Default' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

function InputControl({
  input,
  text,
  onChange,
}: {
  input: InputField;
  text: string;
  onChange: (text: string) => void;
}) {
  const placeholder = textFromDefault(input.default);
  switch (input.type) {
    case 'boolean':
      return (
        <Select
          value={text === 'true' || text === 'false' ? text : 'unset'}
          options={YES_NO}
          onValueChange={(chosen) => onChange(chosen === 'unset' ? '' : chosen)}
        />
      );
    case 'object': {
      if (input === WHOLE) return <JsonInput text={text} placeholder='{"name": "Ada"}' onChange={onChange} />;
      const file = fileIn(text);
      return file === null ? (
        <>
          <JsonInput text={text} placeholder={placeholder || '{}'} onChange={onChange} />
          <FileButton
            label={`Choose a file for ${input.name}`}
            onFile={(chosen) => onChange(JSON.stringify(chosen))}
          />
        </>
      ) : (
        <ChosenFile file={file} onRemove={() => onChange('')} />
      );
    }
    case 'array':
      return <JsonInput text={text} placeholder={placeholder || '[]'} onChange={onChange} />;
    default:
      return (
        <Input
          value={text}
          placeholder={placeholder}
          inputMode={input.type === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

interface JsonInputProps {
  text: string;
  placeholder: string;
  onChange: (text: string) => void;
}

function JsonInput({ text, placeholder, onChange }: JsonInputProps) {
  return (
    <Textarea
      isJson
      value={text}
      placeholder={placeholder}
      spellCheck={false}
      className="font-mono text-xs"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
