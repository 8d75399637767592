import { describe, expect, it } from 'vitest';
import { isTaken, keyLabels, keyOf, matchesStep } from './key-combo';

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('matchesStep', () => {
  it('takes mod for Ctrl on a PC and for ⌘ on a Mac', () => {
    expect(matchesStep(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
    expect(matchesStep(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
    expect(matchesStep(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
  });

  it('does not fire a plain key while a modifier is held', () => {
    expect(matchesStep(press('c', { ctrlKey: true }), 'c', false)).toBe(false);
    expect(matchesStep(press('c', { altKey: true }), 'c', false)).toBe(false);
  });

  it.each([
    ['я', 'KeyZ', 'z'],
    ['ζ', 'KeyZ', 'z'],
    ['ז', 'KeyZ', 'z'],
    ['ئ', 'KeyZ', 'z'],
    ['١', 'Digit1', '1'],
    // Latin letters mean themselves, wherever they lie.
    ['z', 'KeyY', 'z'],
    ['é', 'Digit2', 'é'],
    ['ß', 'Minus', 'ß'],
    ['ж', 'Semicolon', 'ж'],
  ])('takes %s at %s for %s', (key, code, name) => {
    expect(keyOf({ key, code })).toBe(name);
    expect(matchesStep({ ...press(key, { ctrlKey: true }), code }, `mod+${name}`, false)).toBe(true);
  });

  it('tells mod+z from mod+shift+z', () => {
    expect(matchesStep(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+z', false)).toBe(false);
    expect(matchesStep(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z', false)).toBe(true);
  });

  it('takes "?" however the keyboard makes it', () => {
    expect(matchesStep(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchesStep(press('?'), '?', false)).toBe(true);
  });

  it('takes "[" from keyboards that make it with AltGr, or with Option', () => {
    const altGr = (key: string) => ({
      ...press(key, { ctrlKey: true, altKey: true }),
      getModifierState: (name: string) => name === 'AltGraph',
    });
    expect(matchesStep(altGr('['), '[', false)).toBe(true);
    expect(matchesStep(altGr(']'), '[', false)).toBe(false);
    expect(matchesStep(press('[', { altKey: true }), '[', true)).toBe(true);
    expect(matchesStep(press('[', { altKey: true }), '[', false)).toBe(false);
    expect(matchesStep(press('[', { metaKey: true, altKey: true }), '[', true)).toBe(false);
  });

  it('leaves AltGr a modifier of keys that make no character, and Option one of letters', () => {
    const held = { ctrlKey: true, altKey: true, getModifierState: () => true };
    expect(matchesStep({ ...press('ArrowLeft'), ...held }, 'arrowleft', false)).toBe(false);
    expect(matchesStep({ ...press('Enter'), ...held }, 'mod+alt+enter', false)).toBe(true);
    expect(matchesStep({ ...press('c'), ...held }, 'c', false)).toBe(false);
    expect(matchesStep(press('c', { altKey: true }), 'c', true)).toBe(false);
  });
});

it('speaks of keys as the machine’s keyboard does', () => {
  expect(keyLabels('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K']);
  expect(keyLabels('mod+enter', false)).toEqual(['Ctrl', '↵']);
  expect(keyLabels('home', false)).toEqual(['Home']);
  expect(keyLabels('pagedown', false)).toEqual(['Page Down']);
  expect(keyLabels('f2', false)).toEqual(['F2']);
});

describe('isTaken', () => {
  it('leaves Enter with Ctrl on a checkbox to shortcuts, and takes what else was dealt with', () => {
    const prevented = { ...press('Enter', { ctrlKey: true }), defaultPrevented: true };
    expect(isTaken(prevented, 'checkbox')).toBe(false);
    expect(isTaken(prevented, 'textbox')).toBe(true);
    expect(isTaken({ ...press('Enter'), defaultPrevented: true }, 'checkbox')).toBe(true);
  });
});
