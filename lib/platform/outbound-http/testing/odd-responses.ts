import { ODD_BODIES } from './odd-bodies';
import { ODD_FRAMINGS } from './odd-framings';
import { ODD_HEADS } from './odd-heads';
import type { OddResponse } from './odd-response';

/** Responses that deviate from the standard, and their outcomes. */
export const ODD_RESPONSES: readonly OddResponse[] = [...ODD_HEADS, ...ODD_FRAMINGS, ...ODD_BODIES];
