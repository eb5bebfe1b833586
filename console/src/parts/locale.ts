/**
 * Locale: undefined uses the browser's own. English where the browser names an invalid one, as some do without a configured
 * language.
 */
export const LOCALE: string | undefined = (() => {
  try {
    new Intl.NumberFormat();
    return undefined;
  } catch {
    return 'en';
  }
})();
