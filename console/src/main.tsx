import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.js';
import './styles/theme.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/pages.css';

const place = document.getElementById('console');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
}
