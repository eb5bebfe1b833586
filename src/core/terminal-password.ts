/**
 * Lengths of a new terminal password in code points. Whoever records one call can try passwords against its checksum. Older, shorter
 * passwords go on, with a warning.
 */
export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 255;
