import { ODD_BODIES } from './odd-bodies';
import { ODD_FRAMINGS } from './odd-framings';
import { ODD_HEADS } from './odd-heads';
import type { OddResponse } from './odd-response';

/** What servers send that the standard doesn't have, and what becomes of it. */
export const ODD_RESPONSES: readonly OddResponse[] = [...ODD_HEADS, ...ODD_FRAMINGS, ...ODD_BODIES];
