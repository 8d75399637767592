/**
 * Stores that the person collapsed the sidebar on this machine. A cookie, so that the server renders it
 * that way.
 */
export const SIDEBAR_COOKIE = 'sidebar';
export const NARROW_SIDEBAR = 'narrow';
