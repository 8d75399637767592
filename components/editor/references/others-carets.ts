import {
  EditorSelection,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import {
  type EditorView,
  layer,
  RectangleMarker,
  showTooltip,
  type TooltipView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { colourOf } from '../live/colour-of';

/** Another user's caret in this text, whose copy has `length` characters. */
export interface OtherCaret {
  clientId: string;
  userId: string;
  person: string;
  anchor: number;
  head: number;
  length: number;
}

interface PlacedCaret {
  told: OtherCaret;
  /** The position in this window's text; null while there is no such place yet. */
  at: { anchor: number; head: number } | null;
  /** True if `told` refers to a text that hasn't arrived here yet, or is outdated. */
  isAhead: boolean;
  isNamed: boolean;
  drawName: () => TooltipView;
}

export const setOthersCarets = StateEffect.define<readonly OtherCaret[]>();
const nameCaret = StateEffect.define<{ clientId: string; isNamed: boolean }>();

const NAMED_MS = 2_500;

/** The carets of others. Between two reports of its position, each moves with the text around it. */
export const caretsField = StateField.define<readonly PlacedCaret[]>({
  create: () => [],
  update(carets, transaction) {
    let next = carets;
    for (const effect of transaction.effects) {
      if (effect.is(setOthersCarets)) next = effect.value.map((told) => heard(told, next));
      if (effect.is(nameCaret)) next = next.map((caret) => named(caret, effect.value));
    }
    if (next === carets && !transaction.docChanged) return carets;
    return next.length === 0 ? next : next.map((caret) => placed(caret, transaction));
  },
  provide: (field) =>
    showTooltip.computeN([field], (state) =>
      state
        .field(field)
        .flatMap(({ at, isNamed, drawName }) =>
          at === null || !isNamed ? [] : [{ pos: at.head, above: true, create: drawName }],
        ),
    ),
});

function heard(told: OtherCaret, carets: readonly PlacedCaret[]): PlacedCaret {
  const before = carets.find((one) => one.told.clientId === told.clientId);
  const { person, userId } = told;
  if (before === undefined)
    return { told, at: null, isAhead: true, isNamed: true, drawName: () => nameOf(person, userId) };
  const isSame = JSON.stringify(told) === JSON.stringify(before.told);
  return isSame ? before : { ...before, told, isAhead: true, isNamed: true };
}

const named = (caret: PlacedCaret, { clientId, isNamed }: { clientId: string; isNamed: boolean }) =>
  caret.told.clientId === clientId ? { ...caret, isNamed } : caret;

function placed(caret: PlacedCaret, { changes, newDoc }: Transaction): PlacedCaret {
  const { told, at, isAhead } = caret;
  // Both texts become equal, but a caret and the text typed before it are reported separately.
  if (isAhead && told.length === newDoc.length)
    return { ...caret, at: { anchor: told.anchor, head: told.head }, isAhead: false };
  if (at === null || changes.empty) return caret;
  const mapped = { anchor: changes.mapPos(at.anchor, 1), head: changes.mapPos(at.head, 1) };
  return { ...caret, at: mapped };
}

/** Hidden from screen readers, which announce the users who edit the block. */
function nameOf(person: string, userId: string): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'other-name';
  dom.textContent = person;
  dom.style.background = colourOf(userId);
  dom.setAttribute('aria-hidden', 'true');
  return { dom };
}

class PersonMarker extends RectangleMarker {
  constructor(
    { left, top, width, height }: RectangleMarker,
    readonly kind: 'other-caret' | 'other-selection',
    readonly colour: string,
  ) {
    super(kind, left, top, width, height);
  }

  override draw(): HTMLDivElement {
    const drawn = super.draw();
    drawn.style.setProperty('--of-person', this.colour);
    return drawn;
  }

  override update(drawn: HTMLElement, before: PersonMarker): boolean {
    return before.colour === this.colour && super.update(drawn, before);
  }

  override eq(other: PersonMarker): boolean {
    return other.colour === this.colour && super.eq(other);
  }
}

const isChanged = (update: ViewUpdate) =>
  update.docChanged || update.startState.field(caretsField) !== update.state.field(caretsField);

function markersOf(view: EditorView, kind: PersonMarker['kind']): PersonMarker[] {
  return view.state.field(caretsField).flatMap(({ at, told }) => {
    if (at === null || (kind === 'other-selection' && at.anchor === at.head)) return [];
    const range =
      kind === 'other-caret' ? EditorSelection.cursor(at.head) : EditorSelection.range(at.anchor, at.head);
    const colour = colourOf(told.userId);
    return RectangleMarker.forRange(view, kind, range).map((one) => new PersonMarker(one, kind, colour));
  });
}

/** Hides each name some time after its caret moved, and shows it again on hover. */
const names = ViewPlugin.fromClass(
  class {
    readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

    constructor(readonly view: EditorView) {}

    update({ startState, state }: ViewUpdate) {
      const before = startState.field(caretsField);
      for (const { told, isNamed } of state.field(caretsField)) {
        const was = before.find((one) => one.told.clientId === told.clientId);
        if (isNamed && (was?.told !== told || !was.isNamed)) this.hideLater(told.clientId);
      }
    }

    hideLater(clientId: string) {
      clearTimeout(this.timers.get(clientId));
      const hide = () => this.view.dispatch({ effects: nameCaret.of({ clientId, isNamed: false }) });
      this.timers.set(clientId, setTimeout(hide, NAMED_MS));
    }

    destroy() {
      for (const timer of this.timers.values()) clearTimeout(timer);
    }
  },
  {
    eventHandlers: {
      mousemove({ clientX, clientY }, view) {
        const carets = view.state.field(caretsField).filter(({ at, isNamed }) => at !== null && !isNamed);
        if (carets.length === 0) return;
        const pointed = view.posAtCoords({ x: clientX, y: clientY });
        const found = carets.find(({ at }) => at?.head === pointed);
        if (found === undefined) return;
        view.dispatch({ effects: nameCaret.of({ clientId: found.told.clientId, isNamed: true }) });
      },
    },
  },
);

export const othersCarets: Extension = [
  caretsField,
  names,
  layer({ above: true, update: isChanged, markers: (view) => markersOf(view, 'other-caret') }),
  layer({ above: false, update: isChanged, markers: (view) => markersOf(view, 'other-selection') }),
];
