import type { Field } from '@/lib/core/blocks/field';
import { fieldOfPlace, type WorkflowProblem } from '@/lib/core/workflow/schema';
import { rowsOf } from './row-list';

/** Fields that share one line of the form, for example a method and its address. */
export type FieldLine = readonly Field[];

export interface FormTab {
  id: string;
  title: string;
  lines: FieldLine[];
}

export interface FormLayout {
  /** The lines above the tabs. */
  head: FieldLine[];
  tabs: FormTab[];
}

const MAIN_TAB = 'Configure';

/** Returns fields whose help names a block's outputs as they are referred to: `<call.status>` of a block “call”. */
export function helpedBy(
  { type, fields }: { type: string; fields: readonly Field[] },
  slug: string,
): readonly Field[] {
  const example = `<${type}.`;
  if (slug === type) return fields;
  return fields.map((field) =>
    field.help?.includes(example) ? { ...field, help: field.help.replaceAll(example, `<${slug}.`) } : field,
  );
}

/** Lays out a form's fields: those without a tab on top, or as the only tab when no field names one. */
export function layOutForm(fields: readonly Field[]): FormLayout {
  const titles = [...new Set(fields.flatMap((field) => (field.tab === undefined ? [] : [field.tab])))];
  const loose = linesOf(fields.filter((field) => field.tab === undefined));
  if (titles.length === 0) return { head: [], tabs: [{ id: MAIN_TAB, title: MAIN_TAB, lines: loose }] };
  const tabs = titles.map((title) => ({
    id: title,
    title,
    lines: linesOf(fields.filter((field) => field.tab === title)),
  }));
  return { head: loose, tabs };
}

/** Groups fields into lines: a field marked to be beside the next one shares its line. */
export function linesOf(fields: readonly Field[]): FieldLine[] {
  const lines: FieldLine[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at];
    const next = fields[at + 1];
    if (field === undefined) continue;
    if (field.besideNext && next !== undefined) {
      lines.push([field, next]);
      at += 1;
    } else lines.push([field]);
  }
  return lines;
}

/** Returns the count behind a tab's title: rows that are on, a body that is sent. */
export function countOfTab(tab: FormTab, config: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const field of tab.lines.flat()) {
    const value = config[field.name];
    if (field.kind === 'rows') count += rowsOf(value).filter((row) => row.enabled && row.key !== '').length;
    if (
      (field.kind === 'input-fields' || field.kind === 'values' || field.kind === 'tools') &&
      Array.isArray(value)
    )
      count += value.length;
    if (field.kind === 'auth' && isRecord(value) && (value.kind ?? 'none') !== 'none') count += 1;
    if (field.kind === 'body' && isRecord(value) && isSent(value)) count += 1;
  }
  return count;
}

/** True if a body is sent: a JSON or raw body needs some text. */
function isSent({ kind = 'none', value }: Record<string, unknown>): boolean {
  if (kind === 'none') return false;
  return (kind !== 'json' && kind !== 'raw') || (typeof value === 'string' && value.trim() !== '');
}

/** Returns the tab to open first: one with a problem, else the first with any content. */
export function openingTab(
  { tabs }: FormLayout,
  problems: readonly WorkflowProblem[],
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  const isWrong = (tab: FormTab) =>
    tab.lines.flat().some((field) => problemsOfField(problems, field.name).length > 0);
  const isFilled = (tab: FormTab) => countOfTab(tab, config) > 0;
  return (tabs.find(isWrong) ?? tabs.find(isFilled) ?? tabs[0])?.id;
}

/** Returns the problems of one field; `params.0.value` and `params[0]` are problems of `params`. */
export function problemsOfField(problems: readonly WorkflowProblem[], field: string): WorkflowProblem[] {
  return problems.filter((problem) => problem.field !== undefined && fieldOfPlace(problem.field) === field);
}

/** Returns the tab that contains a field; null if it is above the tabs. */
export function tabOfField(layout: FormLayout, field: string | undefined): string | null {
  const name = field === undefined ? undefined : fieldOfPlace(field);
  return layout.tabs.find((tab) => tab.lines.flat().some((each) => each.name === name))?.id ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
