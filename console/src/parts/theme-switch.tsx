import { useState, type ReactNode } from 'react';
import { SelectField } from './field.js';

type Theme = 'system' | 'light' | 'dark';

const STORED = 'cardway-theme';

applyTheme(storedTheme());

/** Shows the choice of the theme. The default is the system's. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  return (
    <SelectField
      label="Appearance"
      value={theme}
      options={[
        ['system', 'as the system'],
        ['light', 'light'],
        ['dark', 'dark'],
      ]}
      onChange={(event) => {
        const chosen = event.target.value as Theme;
        localStorage.setItem(STORED, chosen);
        applyTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
