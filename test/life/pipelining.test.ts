/** Requests that follow one another without waiting, from those who read the answers and from those who don't. */
import { pipeliningOver } from './pipelining-suite.js';

pipeliningOver('http');
