import { forReview } from './testing/review';
import { synthesize } from './testing/synthesize';

// A changed line is a changed permission, route, alarm or resource in AWS; `npx jest infra/review -u` accepts it.
test.each(Object.entries(synthesize('example')))('the stack %s is as it was last reviewed', (_name, template) => {
  expect(forReview(template)).toMatchSnapshot();
});
