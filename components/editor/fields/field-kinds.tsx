import type { ComponentType } from 'react';
import type { FieldKind } from '@/lib/core/blocks/field';
import { AssertionsField } from './assertions-field';
import { AuthField } from './auth-field';
import { BodyField } from './body-field';
import { BranchesField } from './branches-field';
import { ChoicesField } from './choices-field';
import { CodeField } from './code-field';
import { CronField } from './cron-field';
import { DateTimeField } from './datetime-field';
import type { FieldProps } from './field-props';
import { GroupField } from './group-field';
import { InputFieldsField } from './input-fields-field';
import { MultilineField } from './multiline-field';
import { NumberField } from './number-field';
import { ProviderField } from './provider-field';
import { RepeatField } from './repeat-field';
import { RetryField } from './retry-field';
import { RowsField } from './rows-field';
import { SecretField } from './secret-field';
import { SelectField } from './select-field';
import { SwitchField } from './switch-field';
import { TextField } from './text-field';
import { ToolsField } from './tools-field';
import { UrlField } from './url-field';
import { ValuesField } from './values-field';
import { WorkflowField } from './workflow-field';

/** The input of each kind of field; a new kind is one more file and a line here. */
export const FIELD_KINDS: Partial<Record<FieldKind, ComponentType<FieldProps>>> = {
  text: TextField,
  multiline: MultilineField,
  url: UrlField,
  code: CodeField,
  value: CodeField,
  number: NumberField,
  switch: SwitchField,
  secret: SecretField,
  select: SelectField,
  rows: RowsField,
  body: BodyField,
  auth: AuthField,
  retry: RetryField,
  repeat: RepeatField,
  cron: CronField,
  choices: ChoicesField,
  datetime: DateTimeField,
  'input-fields': InputFieldsField,
  branches: BranchesField,
  values: ValuesField,
  workflow: WorkflowField,
  provider: ProviderField,
  tools: ToolsField,
  assertions: AssertionsField,
  group: GroupField,
};
