import { z } from 'zod';

/** What notes and groups can be told apart by; how each looks is the canvas's affair. */
export const CANVAS_COLOURS = ['amber', 'green', 'blue', 'violet', 'red', 'grey'] as const;
export const CanvasColour = z.enum(CANVAS_COLOURS);
export type CanvasColour = z.infer<typeof CanvasColour>;
