/** Set-up of every test in Node: no real AWS account, no notice about the Node version on standard error. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
process.env['AWS_REGION'] = 'ap-northeast-1';
process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
// A developer's own settings of AWS stay unread, and the CDK's cache unwritten.
process.env['HOME'] = join(tmpdir(), 'portal-home');
process.env['TZ'] = 'UTC';
process.env['POWERTOOLS_LOG_LEVEL'] ??= 'SILENT';

// As in Node itself. Jest keeps 100 frames, and Stripe's client asks for the stack at every request.
Error.stackTraceLimit = 10;
