import { restoreItems } from './restore/items/restore-items';
import { runTool } from './stage-argument';

/** Copies lost items back into a stage's table; see {@link restoreItems}. */
await runTool(() => restoreItems(process.argv.slice(2)));
