import { StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, showTooltip, type Tooltip, tooltips } from '@codemirror/view';
import { writeJson } from '@/lib/platform/text/json-text';
import type { Chip } from './chips';
import { chipTouching, marksField } from './editor-marks';

const HOVER_MS = 150;
const EDGE_PX = 8;
const MAX_VALUE_CHARACTERS = 1_200;

const setFocused = StateEffect.define<boolean>();

/** The tooltip at the caret, while the text has the focus. */
const caretTooltip = StateField.define<{ isFocused: boolean; tooltip: Tooltip | null }>({
  create: () => ({ isFocused: false, tooltip: null }),
  update(before, transaction) {
    const focus = transaction.effects.find((effect) => effect.is(setFocused));
    const isFocused = focus === undefined ? before.isFocused : focus.value;
    const chip = isFocused ? chipTouching(transaction.state) : null;
    return { isFocused, tooltip: chip === null ? null : tooltipOf(chip) };
  },
  provide: (field) => showTooltip.from(field, ({ tooltip }) => tooltip),
});

/**
 * What a chip stands for: under the pointer, and at the caret. After `marksField` in the list of extensions.
 */
export function chipTooltips() {
  return [
    tooltips({ position: 'fixed', parent: document.body, tooltipSpace: insideWindow }),
    hoverTooltip(
      (view, at) => {
        const chip = view.state.field(marksField).chips.find(({ start, end }) => at >= start && at <= end);
        const isShown = view.state.field(caretTooltip).tooltip !== null;
        return chip === undefined || isShown ? null : tooltipOf(chip);
      },
      { hoverTime: HOVER_MS },
    ),
    EditorView.focusChangeEffect.of((_, focusing) => setFocused.of(focusing)),
    caretTooltip,
  ];
}

function insideWindow() {
  return { left: EDGE_PX, top: EDGE_PX, right: innerWidth - EDGE_PX, bottom: innerHeight - EDGE_PX };
}

function tooltipOf(chip: Chip): Tooltip {
  return { pos: chip.start, end: chip.end, above: true, create: () => ({ dom: drawChip(chip) }) };
}

/** The one place where text becomes DOM by hand; always as text, never as markup. */
function drawChip({ source, type, origin, description, reason, last, look }: Chip): HTMLElement {
  const box = element('div', 'ref-tip');
  const head = element('div', 'ref-tip-head');
  head.append(
    element('span', 'ref-tip-source', source),
    element('span', 'ref-tip-type', [type, origin].filter(Boolean).join(' · ')),
  );
  box.append(head);
  if (description !== undefined) box.append(element('div', 'ref-tip-note', description));
  if (last !== undefined) box.append(element('pre', 'ref-tip-value', valueText(last.value)));
  else if (reason === null)
    box.append(element('div', 'ref-tip-note', look === 'variable' ? VARIABLE_NOTE : NO_VALUE_NOTE));
  if (reason !== null) box.append(element('div', `ref-tip-reason ref-tip-${look}`, reason));
  return box;
}

const VARIABLE_NOTE = 'Read during the run; the value is never sent to the browser.';
const NO_VALUE_NOTE = 'No value yet: run the workflow, or send that block alone.';

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (writeJson(value, null, 2) ?? '');
  if (text === '') return '(empty text)';
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
