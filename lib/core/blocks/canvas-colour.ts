import { z } from 'zod';

/** Colours that distinguish notes and groups; the canvas decides how each looks. */
export const CANVAS_COLOURS = ['amber', 'green', 'blue', 'violet', 'red', 'grey'] as const;
export const CanvasColour = z.enum(CANVAS_COLOURS);
export type CanvasColour = z.infer<typeof CanvasColour>;
