import { type BrowserLocationHook, useBrowserLocation, useSearch } from 'wouter/use-browser-location';

/**
 * Path of the browser for the router. The router decodes it, but for escaped separators, and the pages decode the ids in it once
 * more. Each percent sign is therefore escaped twice: it stays for the pages.
 */
export const useAddress: BrowserLocationHook = (options) => {
  const [path, navigate] = useBrowserLocation(options);
  return [withPercentSigns(path), navigate];
};

/** Search of the browser, for the same reason. */
export const useAddressSearch: typeof useSearch = (options) => withPercentSigns(useSearch(options));

function withPercentSigns(text: string): string {
  return text.replaceAll('%25', '%2525');
}
