/** `npm test`: every test. */
import { handOver } from './hand-over.mjs';

await handOver('test.ts');
