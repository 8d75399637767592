/**
 * Says whether the person made the sidebar narrow on this machine. A cookie, so that the server draws it as
 * it is.
 */
export const SIDEBAR_COOKIE = 'sidebar';
export const NARROW_SIDEBAR = 'narrow';
