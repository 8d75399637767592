/**
 * Shortcuts as text: `mod+shift+k` (mod is ⌘ on Apple machines, Ctrl elsewhere), `?`, or a sequence such as
 * `g l`.
 */
const MAC_LABELS: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' };
const LABELS: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' };
const KEY_LABELS: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  delete: 'Del',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pageup: 'Page Up',
  pagedown: 'Page Down',
};

export function keyLabels(step: string, mac: boolean): string[] {
  return parts(step).map(
    (part) =>
      (mac ? MAC_LABELS : LABELS)[part] ??
      KEY_LABELS[part] ??
      (part.length === 1 || /^f\d+$/.test(part) ? part.toUpperCase() : part),
  );
}

export interface PressedKey {
  key: string;
  /** The key's place on the keyboard. */
  code?: string;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  getModifierState?: (name: string) => boolean;
}

/**
 * True if a key press is this one step of a combo. Shift only counts if the combo or a letter makes it
 * matter.
 */
export function matchesStep(event: PressedKey, step: string, mac: boolean): boolean {
  const wanted = parts(step);
  const key = wanted.at(-1) ?? '';
  const { metaKey } = event;
  const { ctrlKey, altKey } = heldBeside(event, mac);
  const mod = mac ? metaKey : ctrlKey;
  const other = mac ? ctrlKey : metaKey;
  if (keyOf(event).toLowerCase() !== key) return false;
  if (mod !== wanted.includes('mod') || other !== (mac && wanted.includes('ctrl'))) return false;
  if (altKey !== wanted.includes('alt')) return false;
  // "?" needs Shift on most keyboards, but not on all.
  return isSymbol(key) || event.shiftKey === wanted.includes('shift');
}

const PLACE = /^(?:Key|Digit)([A-Z0-9])$/;

/**
 * Returns a key's name, or its character in lower case: a Latin letter or digit by its place where the layout has
 * another script's there, as Cyrillic, Greek, Hebrew and Arabic ones do.
 */
export function keyOf({ key, code = '' }: Pick<PressedKey, 'key' | 'code'>): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  const isOtherScript = key > '\u007f' && /[\p{L}\p{N}]/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isOtherScript ? (PLACE.exec(code)?.[1] ?? key) : key).toLowerCase();
}

const isSymbol = (key: string) => key.length === 1 && !/[a-z0-9]/i.test(key);

/** Ignores modifiers that produce the character: "[" is AltGr+8 on many keyboards, Option+5 on some Macs. */
function heldBeside(event: PressedKey, mac: boolean): Pick<PressedKey, 'ctrlKey' | 'altKey'> {
  const { key, ctrlKey, altKey } = event;
  if (!isSymbol(key)) return { ctrlKey, altKey };
  if (mac) return { ctrlKey, altKey: false };
  // Windows reports AltGr as Ctrl and Alt.
  return event.getModifierState?.('AltGraph') === true
    ? { ctrlKey: false, altKey: false }
    : { ctrlKey, altKey };
}

/**
 * True if a key press was already handled. A checkbox handles every Enter, so that no form is sent; with
 * Ctrl or Cmd it is still left to other listeners.
 */
export function isTaken(event: PressedKey & { defaultPrevented: boolean }, role: string | null): boolean {
  const isLeft = role === 'checkbox' && event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  return event.defaultPrevented && !isLeft;
}

function parts(step: string): string[] {
  return step === '+' ? ['+'] : step.toLowerCase().split('+');
}
