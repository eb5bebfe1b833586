/** Pages of the navigation, in the order of the keys 1 to 6. */
export const NAVIGATION = [
  ['/live', 'Live'],
  ['/provisioning', 'Provisioning'],
  ['/events', 'Events'],
  ['/refused', 'Refused'],
  ['/directory', 'Directory and keys'],
  ['/try-it', 'Try it'],
] as const;
