import { useState } from 'react';
import {
  type FindHoles,
  type Rule,
  type Rules,
  readRules,
  writeRules,
} from '@/lib/core/blocks/condition/rules';

export const BLANK: Rule = { field: '', operator: 'equals', value: '' };

/** Rows as they are being filled in, which code can't hold: those without a field yet. */
interface Draft {
  rules: Rules;
  code: string;
  /** Whether the owner's expression has become this. */
  isTaken: boolean;
}

/** An expression as rows; null when it can't be shown so. */
export function useRuleRows(expression: string, findHoles: FindHoles, onChange: (code: string) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft !== null && !draft.isTaken && draft.code === expression) setDraft({ ...draft, isTaken: true });
  const isDraft = draft !== null && (!draft.isTaken || draft.code === expression);
  const shown = isDraft ? draft.rules : readRules(expression, findHoles);
  if (shown === null) return null;
  const rules: Rules = shown.rules.length === 0 ? { join: shown.join, rules: [BLANK] } : shown;
  const change = (next: Rules) => {
    const code = writeRules(next, findHoles);
    setDraft({ rules: next, code, isTaken: code === expression });
    if (code !== expression) onChange(code);
  };
  return { rules, change };
}
