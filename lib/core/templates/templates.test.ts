import { describe, expect, test } from 'vitest';
import { findVariables } from '../references/find-references';
import { checkWorkflow } from '../workflow/check-workflow';
import { WorkflowDescription, WorkflowDocument, WorkflowName } from '../workflow/schema';
import { TEMPLATES } from './all-templates';
import { fillTemplate } from './fill-template';
import type { WorkflowTemplate } from './template';

const MADE = { connectionId: 'c1', workflowId: 'w1' };
const documentsOf = (template: WorkflowTemplate) => [
  fillTemplate(template, MADE),
  ...(template.workflow === undefined ? [] : [template.workflow.document]),
];

test('there are twenty, each with an id and a name of its own', () => {
  expect(TEMPLATES).toHaveLength(20);
  for (const key of ['id', 'name'] as const)
    expect(new Set(TEMPLATES.map((template) => template[key])).size).toBe(TEMPLATES.length);
});

describe.each(TEMPLATES.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test('has documents without problems once what it needs is there', () => {
    const known = { variables: template.variables.map(({ name }) => name), connections: ['c1'] };
    for (const document of documentsOf(template)) {
      expect(WorkflowDocument.parse(document)).toEqual(document);
      expect(checkWorkflow(document, known)).toEqual([]);
    }
  });

  test('asks for exactly the variables that its blocks name', () => {
    const configs = documentsOf(template)
      .flatMap((document) => Object.values(document.blocks))
      .filter(({ id }) => id !== 'about')
      .map(({ config }) => JSON.stringify(config));
    const named = configs.flatMap((text) => findVariables(text).map(({ name }) => name));
    expect(template.variables.map(({ name }) => name).sort()).toEqual([...new Set(named)].sort());
  });

  test('has words that fit where they are shown, and a note on its canvas', () => {
    expect(WorkflowName.parse(template.name)).toBe(template.name);
    expect(WorkflowDescription.parse(template.about)).toBe(template.about);
    expect(template.about.length).toBeLessThan(130);
    const { about } = template.document.blocks;
    expect(about?.type).toBe('note');
    expect(String(about?.config.text).length).toBeLessThan(230);
  });
});

test('what isn’t chosen stays as it was, to be chosen in the editor', () => {
  const withConnection = TEMPLATES.find(({ connection }) => connection !== undefined)!;
  expect(fillTemplate(withConnection, {})).toBe(withConnection.document);
});
