/** `npm start` and `npm run dev`. */
import { handOver } from './hand-over.mjs';

await handOver('start.ts');
