/** Gives a block on the canvas the keyboard's focus: at once, or when it is drawn. */
export function focusBlock(blockId: string): void {
  const focus = () => {
    const node = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(blockId)}"]`);
    node?.focus({ preventScroll: true });
    return node !== null;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** The canvas itself, so that its keys go on working when what had the focus is gone. */
export function focusCanvas(): void {
  document.querySelector<HTMLElement>('.workflow-canvas')?.focus({ preventScroll: true });
}

/**
 * The first control of the open panel's form, in the next frame. Where somebody has moved the focus by then,
 * say into a menu, it stays there: taken away, the menu would close, and the next key would go elsewhere.
 */
export function focusPanel(): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    document
      .querySelector<HTMLElement>(
        '[data-block-form] :is(input, textarea, button, [role=combobox]):not(:disabled)',
      )
      ?.focus();
  });
}
