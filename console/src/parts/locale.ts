/** As the browser has it; English where it names one that is none, as some do where no language is set up. */
export const LOCALE: string | undefined = (() => {
  try {
    new Intl.NumberFormat();
    return undefined;
  } catch {
    return 'en';
  }
})();
