import { createTheme, type CSSVariablesResolver, localStorageColorSchemeManager } from '@mantine/core';
import { createElement, type ReactNode } from 'react';

/** Where the choice of light, dark or the system's scheme is kept. */
export const schemeManager = localStorageColorSchemeManager({ key: 'cardway-theme' });

const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';
const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** Names the button that closes a dialog, and keeps its header from counting as the banner of the page. */
const DIALOG = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
};

/**
 * Shows a button. One that waits for its action keeps the focus and does nothing meanwhile. The library disables it, and the browser
 * then moves the focus to the body.
 */
function buttonOf(props: Readonly<Record<string, unknown>>): ReactNode {
  const waiting = {
    disabled: false,
    'aria-disabled': true,
    onClick: (event: Event) => event.preventDefault(),
  };
  return createElement('href' in props ? 'a' : 'button', {
    ...props,
    ...(props['data-loading'] === true ? waiting : {}),
  });
}

/** Sizes and defaults of the library's components. Colours are in styles/theme.css, by their meaning. */
export const theme = createTheme({
  fontFamily: SANS,
  fontFamilyMonospace: MONOSPACE,
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: {
    accent: [
      '#f0f1ff',
      '#e0e2ff',
      '#c5c8fd',
      '#a5a9fb',
      '#8a8df7',
      '#7272f1',
      '#5651e5',
      '#4741c9',
      '#3a36a3',
      '#2f2d80',
    ],
    dark: [
      '#e6e9f0',
      '#b8c0cf',
      '#9aa3b5',
      '#6b7489',
      '#363d4c',
      '#2b313d',
      '#1d212b',
      '#14171f',
      '#0e1117',
      '#0a0c11',
    ],
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default', renderRoot: buttonOf },
      vars: () => ({ root: { '--button-height': '2rem', '--button-padding-x': '0.75rem' } }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Badge: { defaultProps: { variant: 'light' } },
    TextInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm', hideControls: true } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    Input: { vars: () => ({ wrapper: { '--input-height': '2rem', '--input-size': '2rem' } }) },
    Modal: { defaultProps: { ...DIALOG, centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    Drawer: { defaultProps: DIALOG },
    // In a low window, a person scrolls past the button to reach the end of its form.
    Popover: { defaultProps: { shadow: 'md', withinPortal: true, hideDetached: false } },
    // A menu belongs to the landmark of its button. The library's element for the first focus would count as an item.
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

/** Connects the library's colours to those of styles/theme.css, which have a sufficient contrast. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--bad)',
  };
  return { variables: {}, light: both, dark: both };
};
