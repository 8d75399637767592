import { TEMPLATES } from '@/lib/core/templates/all-templates';
import {
  TEMPLATE_CATEGORIES,
  type TemplateCategory,
  type WorkflowTemplate,
} from '@/lib/core/templates/template';
import { definitionOf } from '../editor/document/definition-of';

/** Returns the category's templates that contain every searched word in their text or their blocks' names. */
export function findTemplates(search: string, category: TemplateCategory | 'all'): WorkflowTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return TEMPLATES.filter((template) => {
    if (category !== 'all' && template.category !== category) return false;
    const text = searchableText(template);
    return words.every((word) => text.includes(word));
  });
}

function searchableText({ name, about, words, category, document }: WorkflowTemplate): string {
  const blocks = Object.values(document.blocks).map(({ type }) => definitionOf(type)?.title ?? '');
  return [name, about, ...words, TEMPLATE_CATEGORIES[category], ...blocks].join(' ').toLowerCase();
}
