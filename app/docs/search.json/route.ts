import { guideWords } from '../guide-files';

/** The response can't change while the server runs. */
export const dynamic = 'force-static';

/** Returns the texts of the guides for the search. */
export const GET = (): Response => Response.json(guideWords);
