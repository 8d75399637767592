'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TEMPLATE_CATEGORIES, type WorkflowTemplate } from '@/lib/core/templates/template';
import { errorWords } from '../page/error-words';
import { Form } from '../page/form';
import { useWorkspace } from '../page/workspace-context';
import { connectionsQuery, variablesQuery } from '../settings/settings-queries';
import { Badge } from '../ui/badge';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { GraphDrawing } from './graph-drawing';
import { TemplateNeeds } from './template-needs';
import type { FilledTemplate } from './use-template';

const NAME_LENGTH = 120;
export const TEMPLATE_FORM = 'template-form';

export interface TemplateFormProps {
  template: WorkflowTemplate;
  /** True if the workflow is new, and so needs a name. */
  isNew: boolean;
  error: Error | null;
  onSubmit: (filled: Omit<FilledTemplate, 'folderId'> & { name: string }) => void;
}

/** The description and the requirements of one template. */
export function TemplateForm({ template, isNew, error, onSubmit }: TemplateFormProps) {
  const { id } = useWorkspace();
  const variables = useQuery(variablesQuery(id));
  const connections = useQuery(connectionsQuery(id));
  const [name, setName] = useState(template.name);
  const [values, setValues] = useState<Record<string, string>>({});
  const [connectionId, setConnectionId] = useState('');
  const isNamed = !isNew || name.trim() !== '';
  return (
    <Form
      id={TEMPLATE_FORM}
      error={null}
      problems={{ name: isNamed ? undefined : 'Enter a name.' }}
      notice={null}
      onSubmit={() => onSubmit({ template, name: name.trim(), values, connectionId })}
    >
      <div className="rounded-lg border border-line bg-canvas p-4">
        <GraphDrawing document={template.document} className="max-h-48" />
      </div>
      <div className="flex flex-wrap items-start gap-2 text-sm">
        <Badge tone="accent">{TEMPLATE_CATEGORIES[template.category]}</Badge>
        <p className="min-w-60 flex-1 text-muted">{template.about}</p>
      </div>
      {error === null ? null : <Notice tone="danger">{errorWords(error)}</Notice>}
      {isNew ? (
        <Field name="name" label="Name" required>
          <Input
            autoFocus
            value={name}
            maxLength={NAME_LENGTH}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      ) : null}
      {variables.isPending || connections.isPending ? (
        <SkeletonRows rows={template.variables.length} className="h-12" />
      ) : (
        <TemplateNeeds
          template={template}
          known={(variables.data ?? []).map((variable) => variable.name)}
          values={values}
          onValues={setValues}
          connections={connections.data?.data ?? []}
          connectionId={connectionId}
          onConnection={setConnectionId}
        />
      )}
    </Form>
  );
}
