import { hoverTooltip, type Tooltip, tooltips } from '@codemirror/view';
import { writeJson } from '@/lib/platform/text/json-text';
import type { Chip } from './chips';
import { notedAt } from './editor-marks';
import type { Definitions } from './go-to-definition';

export const HOVER_MS = 150;
const EDGE_PX = 8;
const MAX_VALUE_CHARACTERS = 1_200;

/** Shows the value of the hovered chip. Must come after `marksField` in the list of extensions. */
export function chipTooltips(definitions: () => Definitions) {
  return [
    tooltips({ position: 'fixed', parent: document.body, tooltipSpace: insideWindow }),
    hoverTooltip(
      (view, at) => {
        const chip = notedAt(view.state, at);
        return chip === undefined ? null : tooltipOf(chip, definitions);
      },
      { hoverTime: HOVER_MS },
    ),
  ];
}

function insideWindow() {
  return { left: EDGE_PX, top: EDGE_PX, right: innerWidth - EDGE_PX, bottom: innerHeight - EDGE_PX };
}

/** Places the tooltip above the chip: below, it would cover the next field. */
function tooltipOf(chip: Chip, definitions: () => Definitions): Tooltip {
  const create = () => {
    const dom = drawChip(chip);
    const { of, open } = definitions();
    const definition = of(chip);
    if (definition !== null) dom.append(drawLink(definition.name, () => open(definition)));
    return { dom };
  };
  return { pos: chip.start, end: chip.end, above: true, create };
}

/** A link for the pointer; the key is F12. Clicking it leaves the focus in the text. */
function drawLink(name: string, go: () => void): HTMLElement {
  const link = element('button', 'ref-tip-link', `Go to “${name}”`);
  link.setAttribute('type', 'button');
  link.tabIndex = -1;
  link.addEventListener('mousedown', (event) => event.preventDefault());
  link.addEventListener('click', go);
  return link;
}

/** Creates a tooltip hidden from screen readers, which get it from the field's description. */
function emptyTip() {
  const box = element('div', 'ref-tip');
  box.setAttribute('aria-hidden', 'true');
  return { box, head: element('div', 'ref-tip-head') };
}

/** Builds the DOM by hand; always as text, never as markup. */
function drawChip({ source, type, origin, description, reason, last, look }: Chip): HTMLElement {
  const { box, head } = emptyTip();
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

/** Builds the same box for a language's description of a name. */
export function drawTip(source: string, note: string): HTMLElement {
  const { box, head } = emptyTip();
  head.append(element('span', 'ref-tip-source', source));
  box.append(head);
  if (note !== '') box.append(element('div', 'ref-tip-note', note));
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
