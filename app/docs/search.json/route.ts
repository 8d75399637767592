import { guideIndex } from '../guide-files';

/** It can't change while the server runs. */
export const dynamic = 'force-static';

/** The texts of the guides, for their search. */
export const GET = (): Response => Response.json(guideIndex);
