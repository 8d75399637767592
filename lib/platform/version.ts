import manifest from '../../package.json';

/** The version of this Millrace, as releases are numbered. */
export const VERSION: string = manifest.version;
