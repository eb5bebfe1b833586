export { makeRunFolder as default } from './run-folder.js';
