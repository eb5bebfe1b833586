import { createTheme, type CSSVariablesResolver, localStorageColorSchemeManager } from '@mantine/core';
import { createElement, type ReactNode } from 'react';

/** Where the choice of light, dark or the system's scheme is kept. */
export const schemeManager = localStorageColorSchemeManager({ key: 'cardway-theme' });

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
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  headings: { sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' } } },
  // The widest screens show further columns of tables.
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '100em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: 'default', renderRoot: buttonOf } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    NumberInput: { defaultProps: { hideControls: true } },
    // The button that closes a dialog has a name, and its header is not the banner of the page.
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
        centered: true,
      },
    },
    // A menu belongs to the landmark of its button. The library's element for the first focus would count as an item.
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
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
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--bad)',
  };
  return { variables: {}, light: both, dark: both };
};
