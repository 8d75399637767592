'use client';

import { useEffect } from 'react';
import { type Command, registeredCommands, useCommandStore } from './commands';
import { isTaken, matchesStep } from './key-combo';

const SEQUENCE_MS = 1_200;

/** Runs registered commands by their shortcuts. Rendered once, in the shell. */
export function ShortcutListener() {
  useEffect(() => {
    const mac = /mac|iphone|ipad/i.test(navigator.platform);
    let begun: { commands: Command[]; at: number } = { commands: [], at: 0 };
    const press = (event: KeyboardEvent) => {
      if (isTaken(event, roleOf(event)) || event.repeat || event.isComposing) return;
      const all = registeredCommands(useCommandStore.getState().sets)
        .filter((command) => !command.listedOnly && (command.isFor?.(event.target) ?? true))
        .reverse();
      const continued = event.timeStamp - begun.at < SEQUENCE_MS ? begun.commands : [];
      const second = continued.find((command) => matchesStep(event, lastStep(command), mac));
      begun = { commands: [], at: 0 };
      if (second) return runOnce(event, second);
      const blocked = isTyping(event) || inDialog(event);
      const open = blocked ? all.filter((command) => command.shortcut?.startsWith('mod+')) : all;
      const now = open.find(
        (command) => isSingle(command) && matchesStep(event, command.shortcut ?? '', mac),
      );
      if (now && !inDialog(event)) return runOnce(event, now);
      const begins = open.filter(
        (command) => !isSingle(command) && matchesStep(event, firstStep(command), mac),
      );
      begun = { commands: begins, at: event.timeStamp };
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return null;
}

function runOnce(event: KeyboardEvent, command: Command) {
  event.preventDefault();
  command.run();
}

const steps = (command: Command) => command.shortcut?.split(' ') ?? [];
const isSingle = (command: Command) => steps(command).length === 1;
const firstStep = (command: Command) => steps(command)[0] ?? '';
const lastStep = (command: Command) => steps(command).at(-1) ?? '';

const roleOf = ({ target }: KeyboardEvent) =>
  target instanceof Element ? target.getAttribute('role') : null;

/** True for a text control: a plain letter is input there. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function inDialog(event: KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest('[role=dialog],[role=alertdialog],[role=menu]') !== null
  );
}
