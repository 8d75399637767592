import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** Returns the schema's own message if it has one; for the most frequent refusals our words replace zod's. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `Give ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `Give one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return kindWords(issue);
    default:
      return issue.message.endsWith('.') ? issue.message : `${issue.message}.`;
  }
}

/** zod lists the kinds if a member of the value decides which of them it is. */
function kindWords(issue: z.core.$ZodIssueInvalidUnion): string {
  const kinds = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
  if (kinds.length === 0) return 'Give a value of one of the kinds there are here.';
  return `Give one of: ${kinds.map(String).join(', ')}.`;
}
