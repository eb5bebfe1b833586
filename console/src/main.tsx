import './styles/library.js';
import './styles/theme.css';
import './styles/console.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.js';
import { Boundary } from './shell/page-boundary.js';
import { cssVariables, schemeManager, theme } from './theme.js';

/** The Content-Security-Policy allows style elements with the nonce of this answer only. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

// A page begins at its top. The browser finds the place again where its button leads back.
addEventListener('pushState', () => scrollTo(0, 0));

const place = document.getElementById('console');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Boundary>
          <Console />
        </Boundary>
      </MantineProvider>
    </StrictMode>,
  );
}
