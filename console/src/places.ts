/** Where one can go, in the order of the keys 1 to 5. */
export const NAVIGATION = [
  ['/live', 'Live'],
  ['/provisioning', 'Provisioning'],
  ['/events', 'Events'],
  ['/directory', 'Directory and keys'],
  ['/try-it', 'Try it'],
] as const;
