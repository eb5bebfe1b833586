/** Tests pipelined requests, from clients that read the answers and from clients that do not. */
import { pipeliningOver } from './pipelining-suite.js';

pipeliningOver('http');
