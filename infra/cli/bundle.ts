import { bundleFunctions } from '../functions/bundle';

// The step `functions` of `npm run build`.
await bundleFunctions();
