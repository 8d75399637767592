/**
 * The ways to resolve the references in a field (contract: the table of reference contexts). A new one
 * is a name here, a case in `compile-field.ts` and one in `probeOf` (`executor-conformance.test.ts`).
 */
export type ReferenceContext =
  | 'none' //        taken literally
  | 'text' //        always a string
  | 'value' //       a lone reference keeps its type
  | 'url'
  | 'json' //        JSON text with references inside
  | 'body' //        {kind, value}: by its kind
  | 'path-rows' //   [{key, value}] percent-encoded as one path segment
  | 'query-rows' //  rows resolve to Array<[key, value]>
  | 'header-rows'
  | 'members' //     an object's texts, each as text; those of `urlMembers` as a URL
  | 'bindings' //    source code: references become variables, never text
  | 'bindings-rows' // rows whose `expression` is source code
  | 'value-rows' // [{type, value}]: as 'value', those of type string as 'text'
  | 'tools'; //      [{kind, name, …}]: also `<args.…>`, filled in with each call

/**
 * The editor's inputs for fields. A new one is a name here, a file in components/editor/fields and a
 * line in `field-kinds.tsx` there.
 */
export type FieldKind =
  | 'text'
  | 'secret' // best {{NAME}} alone
  | 'multiline'
  | 'url'
  | 'code'
  | 'value'
  | 'number'
  | 'switch'
  | 'select'
  | 'rows'
  | 'body'
  | 'auth'
  | 'retry'
  | 'repeat' // how often a schedule starts runs: also sets its `unit` and `cron`
  | 'cron' // a pattern of a schedule
  | 'choices' // some of `options`, with commas between them
  | 'datetime' // a date and time; without references in no zone
  | 'input-fields'
  | 'branches'
  | 'values' // [{name, type, value}]
  | 'workflow' // the id of a workflow
  | 'provider' // {kind, baseUrl, apiKey} of a provider of models
  | 'tools' // tools that a model may call
  | 'assertions' // conditions on a response
  | 'group'; // an object, each of its members a field

export interface Field {
  /** Key in the block's config. */
  name: string;
  label: string;
  kind: FieldKind;
  references: ReferenceContext;
  /** `members` only: names of those that are a URL. */
  urlMembers?: readonly string[];
  help?: string;
  placeholder?: string;
  /** `text` fields: values to choose from; others may be typed. */
  suggestions?: (config: Readonly<Record<string, unknown>>) => readonly string[];
  /** `multiline` fields without references: their text is JSON. */
  holdsJson?: true;
  /** `text` fields: names of models, also those that the server of this `provider` field lists. */
  modelsOf?: string;
  /** True if it stands before the next field on the same line of the form. */
  besideNext?: boolean;
  /** `url` fields: the `rows` field for the query, to which the query of a pasted URL moves. */
  queryField?: string;
  /** Returns why its value has no effect with the rest of the config as authored; null if it has one. */
  unused?: (config: Readonly<Record<string, unknown>>) => string | null;
  /** True if editing a new block begins here; by default it begins at the first field. */
  startsHere?: true;
  /** Tab of the form; fields with none stand above the tabs. */
  tab?: string;
  options?: ReadonlyArray<{ value: string | number; label: string }>;
  /** `group` fields: one for each member of the object; their `shownWhen` gets the object. */
  members?: readonly Field[];
  /** `group` fields: values of the members that the object leaves out. */
  memberDefaults?: (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** `number` fields: unit shown behind the input, and its bounds. */
  unit?: string;
  /** `number` fields: the unit where another setting chooses it. */
  unitOf?: (config: Readonly<Record<string, unknown>>) => string;
  min?: number;
  max?: number;
  /** `rows` fields: keys that always have a row, for example the names in a URL's path. */
  rowKeys?: (config: Readonly<Record<string, unknown>>) => string[];
  /** `values` fields: the `workflow` field whose Start fields are offered as names. */
  inputsOf?: string;
  /** Containers' fields: resolved again for each iteration, so that references name the blocks inside. */
  perIteration?: 'before' | 'after';
  /** True if the form shows it, for fields that matter with certain settings only. */
  shownWhen?: ShownWhen;
}

export type ShownWhen = (config: Readonly<Record<string, unknown>>) => boolean;
