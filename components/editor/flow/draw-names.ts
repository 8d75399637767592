import type { IconDrawing } from '@/lib/core/blocks/block';
import type { Colours } from './draw-shapes';
import type { FarName } from './far-names';
import {
  LABEL_HEIGHT_PX,
  LABEL_ICON_PX,
  LABEL_PADDING_PX,
  type Label,
  type MeasuredName,
} from './place-labels';

type Pen = CanvasRenderingContext2D;

const TEXT_PX = 11;
const MOST_WIDTH_PX = 140;
const ICON_PX = 11;
/** The size of an icon's drawing in its own units. */
const ICON_UNITS = 24;
/** The opacity behind a name: shapes stay visible through it, and the name readable. */
const GROUND_SHARE = 0.85;

/** Returns a function that measures names in a font, each only once. */
export function nameMeasure(pen: Pen, fontFamily: string): (name: string) => MeasuredName {
  const known = new Map<string, MeasuredName>();
  const widthOf = (text: string) => pen.measureText(text).width;
  const font = fontOf(fontFamily);
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    pen.font = font;
    const measured = shortened(name, widthOf);
    // While a name is typed, each intermediate form is a new entry.
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, measured);
    return measured;
  };
}
const MOST_KNOWN = 5_000;

const fontOf = (family: string): string => `500 ${TEXT_PX}px ${family}`;

/** Shortens a name to the space available. */
export function shortened(name: string, widthOf: (text: string) => number): MeasuredName {
  const whole = widthOf(name);
  if (whole <= MOST_WIDTH_PX) return { text: name, widthPx: whole };
  const letters = [...name];
  const cut = (length: number) => `${letters.slice(0, length).join('').trimEnd()}…`;
  let [fits, most] = [0, letters.length];
  while (fits < most) {
    const length = Math.ceil((fits + most) / 2);
    if (widthOf(cut(length)) <= MOST_WIDTH_PX) fits = length;
    else most = length - 1;
  }
  return { text: cut(fits), widthPx: widthOf(cut(fits)) };
}

/** Draws backgrounds, then texts, then icons, because each change of colour takes time. */
export function drawNames(
  pen: Pen,
  names: readonly Label<FarName>[],
  { colours, fontFamily }: { colours: Colours; fontFamily: string },
): void {
  pen.save();
  pen.globalAlpha = GROUND_SHARE;
  pen.fillStyle = colours.ground;
  for (const { x, top, widthPx, hasIcon } of names) {
    const half = Math.ceil(widthPx / 2) + LABEL_PADDING_PX;
    const icon = hasIcon ? LABEL_ICON_PX : 0;
    pen.fillRect(x - half - icon, top, 2 * half + icon, LABEL_HEIGHT_PX);
  }
  pen.globalAlpha = 1;
  pen.font = fontOf(fontFamily);
  pen.textBaseline = 'middle';
  for (const isOff of [false, true]) {
    pen.fillStyle = isOff ? colours.offName : colours.name;
    for (const { x, top, text, widthPx, isOff: off } of names)
      if (off === isOff) pen.fillText(text, Math.round(x - widthPx / 2), top + LABEL_HEIGHT_PX / 2 + 0.5);
  }
  pen.strokeStyle = colours.icon;
  pen.lineWidth = 2;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const { x, top, widthPx, icon, hasIcon } of names) {
    if (!hasIcon || icon === null) continue;
    const left = x - Math.ceil(widthPx / 2) - LABEL_PADDING_PX - LABEL_ICON_PX + 2;
    drawIcon(pen, icon, left, top + (LABEL_HEIGHT_PX - ICON_PX) / 2);
  }
  pen.restore();
}

function drawIcon(pen: Pen, icon: IconDrawing, left: number, top: number): void {
  pen.save();
  pen.translate(left, top);
  pen.scale(ICON_PX / ICON_UNITS, ICON_PX / ICON_UNITS);
  pen.stroke(iconPath(icon));
  pen.restore();
}

const paths = new WeakMap<IconDrawing, Path2D>();

function iconPath(icon: IconDrawing): Path2D {
  const path = paths.get(icon) ?? new Path2D(pathOfIcon(icon));
  paths.set(icon, path);
  return path;
}

/**
 * Joins an icon's parts into the data of one path. After another part, one that begins with `m` would begin
 * where that ended.
 */
export const pathOfIcon = (icon: IconDrawing): string =>
  icon.map(([element, attributes]) => pathOfPart(element, attributes)).join(' ');

function pathOfPart(element: IconDrawing[number][0], attributes: Readonly<Record<string, string>>): string {
  const at = (name: string) => Number(attributes[name] ?? 0);
  switch (element) {
    case 'path':
      return attributes.d?.startsWith('m') ? `M0 0${attributes.d}` : (attributes.d ?? '');
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'circle': {
      const [r, left, right] = [at('r'), at('cx') - at('r'), at('cx') + at('r')];
      return `M${left} ${at('cy')}A${r} ${r} 0 0 1 ${right} ${at('cy')}A${r} ${r} 0 0 1 ${left} ${at('cy')}Z`;
    }
    case 'rect': {
      const [x, y, width, height, r] = [at('x'), at('y'), at('width'), at('height'), at('rx')];
      const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      return (
        `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}` +
        `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`
      );
    }
  }
}
